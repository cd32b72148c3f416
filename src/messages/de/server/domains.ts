import type * as en from '#messages/server/domains.ts';

export const domainAnswers: typeof en.domainAnswers = {
  claimed: (name) => `${name} ist hinzugefügt. Veröffentlichen Sie die Einträge und prüfen Sie sie dann.`,
  given: (name) => `${name} gehört Ihnen.`,
  verified: 'Ihre Domain ist geprüft',
  unverified: 'Noch ist nicht alles veröffentlicht. DNS kann eine Stunde brauchen.',
  changed: 'Domain geändert',
  removed: 'Domain entfernt',
  invited: 'Einladung erzeugt',
  joined: (name) => `Sie können jetzt Aliasse auf ${name} anlegen`,
  roleGiven: (address) => `${address} gehört jetzt dem Inhaber der Domain`,
  memberRemoved: 'Mitglied entfernt',
};

export const domainFaults: typeof en.domainFaults = {
  noName: 'Das ist kein Domainname.',
  oneLabel: 'Eine Domain hat mindestens zwei Teile, wie example.org.',
  reserved: 'Dieser Name wird nicht vergeben. Wählen Sie einen anderen mit drei Buchstaben oder mehr.',
  ours: 'Dieser Name gehört zu diesem Dienst.',
  notOffered: 'Domains können hier nicht mitgebracht werden.',
  publicSuffix: 'Unter solchen Namen kann sich jeder registrieren. Bringen Sie einen mit, der Ihnen gehört.',
};

export const domainWords: typeof en.domainWords = {
  noAnswer: 'DNS hat nicht geantwortet',
  formerOwner: 'Früherer Besitzer',
};
