import type * as en from '#messages/pages/account/domains.ts';
import { count } from '#messages-de/quantities.ts';

const roles: typeof en.memberMessages.roles = {
  admin: 'Verwaltet die Domain',
  maker: 'Legt Aliasse an',
};

export const domainMessages: typeof en.domainMessages = {
  title: 'Domains',
  description:
    'Nutzen Sie Aliasse auf einer eigenen Domain. Sie wird sonst niemandem gezeigt, und Sie können sie anderswohin mitnehmen.',
  guide: 'Eine Domain mitbringen',
  label: 'Domain',
  hint: (below, own) => {
    const [first] = below;
    const sub = first === undefined ? '' : `einen Namen wie ruta.${first}`;
    if (!own) return `Wählen Sie ${sub}.`;
    return sub === ''
      ? 'Zum Beispiel example.org oder mail.example.org.'
      : `Zum Beispiel mail.example.org oder ${sub}.`;
  },
  add: 'Domain hinzufügen',
  adding: 'Wird hinzugefügt …',
  addFailure: 'Die Domain konnte nicht hinzugefügt werden',
  missing: 'Geben Sie eine Domain ein.',
  check: 'Jetzt prüfen',
  checking: 'Wird geprüft …',
  checkFailure: 'Die Domain konnte nicht geprüft werden',
  actions: 'Aktionen',
  actionsOf: (name) => `Aktionen für ${name}`,
  closeOf: (part) => `Schließen: ${part}`,
  catchAll: 'Catch-all',
  catchAllOf: (name) => `Catch-all von ${name}`,
  remove: 'Entfernen',
  removeOne: (name) => `${name} entfernen`,
  removeTitle: (name) => `${name} entfernen?`,
  removeDescription:
    'Sie legen darauf keine Aliasse mehr an. Bei einer eigenen Domain müssen die Aliasse vorher gelöscht sein; die im Papierkorb gehen mit ihr, und E-Mails an sie werden sofort abgewiesen.',
  removeFailure: 'Die Domain konnte nicht entfernt werden',
  records: (name) => `Einträge von ${name}`,
  show: 'Einträge zeigen',
  showOf: (name) => `Einträge zeigen von ${name}`,
  hide: 'Einträge verbergen',
  hideOf: (name) => `Einträge verbergen von ${name}`,
  missingRecords: (missing) =>
    missing === 0
      ? 'Alle Einträge sind veröffentlicht.'
      : `${count(missing, 'Eintrag ist nicht so, wie er sein sollte', 'Einträge sind nicht so, wie sie sein sollten')}.`,
  unchecked: 'Ihre Einträge sind noch nicht geprüft.',
  sub: 'Ihnen gegeben. Hier ist nichts zu veröffentlichen.',
  maker: 'Sie dürfen darauf Aliasse anlegen.',
  failing: (day) =>
    `Noch funktioniert alles. Veröffentlichen Sie den ersten Eintrag vor dem ${day} wieder, sonst verlieren Sie die Domain.`,
  proofDue: (day) =>
    `Sie ist an Sie übergegangen. Veröffentlichen Sie den ersten Eintrag anstelle dessen vom früheren Besitzer bis zum ${day}, sonst verlieren Sie die Domain.`,
  states: {
    unverified: {
      chip: 'Nicht geprüft',
      note: 'Nimmt noch keine E-Mails an. Veröffentlichen Sie die Einträge, wo Sie die Domain verwalten, und prüfen Sie dann.',
    },
    verified: { chip: 'Geprüft' },
    failing: {
      chip: 'Nicht mehr nachgewiesen',
      note: 'Noch funktioniert alles. Der erste Eintrag muss bald wieder veröffentlicht sein, sonst geht die Domain verloren.',
    },
    lost: {
      chip: 'Verloren',
      note: 'Ihre Aliasse nehmen keine E-Mails an. Veröffentlichen Sie den ersten Eintrag wieder, um sie zurückzubekommen, sofern niemand anderes sie nachweist.',
    },
  },
  checks: {
    ownership: {
      title: 'Besitz',
      why: 'Lassen Sie diesen Eintrag stehen: Er wird immer wieder geprüft.',
    },
    mx: { title: 'Eingehende E-Mails (MX)', why: 'Entfernen Sie andere MX-Einträge dieses Namens.' },
    spf: {
      title: 'Senden (SPF)',
      why: 'Ein Name hat nur einen solchen Eintrag: Dieser behält, was Ihrer bisher sagte.',
    },
    dkim: {
      title: 'Signatur (DKIM)',
      why: 'Diese führen zu unseren Schlüsseln, die ohne Ihr Zutun wechseln.',
    },
    dmarc: {
      title: 'Fälschungen (DMARC)',
      why: 'Sagt anderen Servern, was sie mit E-Mails tun sollen, die nicht von Ihnen sind.',
    },
  },
  ok: 'Veröffentlicht',
  notOk: 'Nicht veröffentlicht',
  seen: (found) => `DNS sagt: ${found.join(' · ')}`,
  nothingSeen: 'DNS sagt noch nichts.',
  notChecked: 'Noch nicht geprüft',
  name: (type) => `${type}-Eintrag, Name`,
  value: 'Wert',
  onlyOne: 'Davon darf es nur einen Eintrag geben: Von mehreren zählt keiner.',
  elsewhere:
    'E-Mails an diesen Namen gehen jetzt anderswohin. Wo er Postfächer hat, nehmen Sie stattdessen eine Subdomain wie mail.example.org: Sie bekämen sonst nichts mehr.',
};

export const memberMessages: typeof en.memberMessages = {
  open: 'Mitglieder',
  openOne: (name) => `Mitglieder von ${name}`,
  title: (name) => `Mitglieder von ${name}`,
  description:
    'Mitglieder legen auf der Domain eigene Aliasse an. Niemand sieht Postfächer, E-Mails oder Notizen der anderen. Wer sie verwaltet, kann auch veröffentlichen, einladen und entfernen.',
  notLoaded: 'Die Mitglieder konnten nicht geladen werden.',
  roles,
  you: 'Sie',
  owner: 'Besitzer',
  member: (role, aliases) => `${role}. ${count(aliases, 'Alias', 'Aliasse')}.`,
  invited: (role, end) => `Eingeladen bis ${end}. ${role}.`,
  remove: 'Entfernen',
  removeOne: (name) => `${name} entfernen`,
  removeFailure: 'Das Mitglied konnte nicht entfernt werden',
  name: 'Wer ist es?',
  nameHint: 'Nur Mitglieder, die die Domain verwalten, sehen es.',
  nameMissing: 'Geben Sie einen Namen ein.',
  role: 'Was sie dürfen',
  invite: 'Link erzeugen',
  inviting: 'Wird erzeugt …',
  inviteFailure: 'Der Link konnte nicht erzeugt werden',
  inviteAnother: 'Noch jemanden einladen',
  link: 'Link für eine Person',
  linkHint: (days) =>
    `Er gilt einmal, ${count(days, 'Tag', 'Tage')} lang, und wird nur jetzt gezeigt. Sie melden sich zuerst an und öffnen ihn dann.`,
  joinTitle: 'Einer Domain beitreten?',
  joinDescription:
    'Jemand hat Sie eingeladen, auf seiner Domain Aliasse anzulegen. Zu sehen sind dort deren Namen und ob sie an sind, nie Ihre Postfächer, Notizen oder E-Mails.',
  join: 'Beitreten',
  joining: 'Wird beigetreten …',
  notNow: 'Nicht jetzt',
  joinFailure: 'Der Beitritt ist fehlgeschlagen',
};

/** What else is chosen about a domain. */
export const aboutDomainMessages: typeof en.aboutDomainMessages = {
  open: 'Einstellungen',
  openOf: (name) => `Einstellungen von ${name}`,
  title: (name) => `Einstellungen von ${name}`,
  off: 'Aus',
  active: 'Nimmt E-Mails an',
  activeText:
    'Aus sind alle ihre Aliasse pausiert: Ihre E-Mails werden verworfen, es wird nichts in ihrem Namen gesendet, und E-Mails legen keine neuen an.',
  fromName: 'Absendername',
  fromNameHint:
    'Steht neben Ihren Aliassen darauf, anstelle des Namens, den Ihr E-Mail-Programm schreibt. Ein Alias mit eigenem Namen behält diesen.',
  description: 'Beschreibung',
  descriptionHint: 'Nur Sie sehen sie.',
  save: 'Speichern',
  saving: 'Wird gespeichert...',
  failure: 'Die Domain konnte nicht geändert werden',
};
