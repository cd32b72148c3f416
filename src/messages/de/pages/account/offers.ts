import type * as en from '#messages/pages/account/offers.ts';
import { count } from '#messages-de/quantities.ts';

export const offerMessages: typeof en.offerMessages = {
  open: 'An ein anderes Konto übergeben',
  title: (name) => `${name} übergeben?`,
  alias:
    'Wer den Link öffnet, übernimmt die Adresse und sonst nichts davon: kein Postfach, keine Notiz, kein Label, keine Regel, keinen Kontakt, kein Passwort und keine zurückgehaltene E-Mail. Ihre werden dann gelöscht, und sie kommt nicht zurück.',
  domain:
    'Wer den Link öffnet, besitzt von da an die Domain. Ihre Regeln, Catch-all, Postfächer und Einladungen werden gelöscht; Mitglieder behalten ihre Aliasse. Für einen eigenen Eintrag bleibt eine Woche Zeit.',
  loading: 'Wird geladen …',
  notLoaded: 'Es konnte nicht geladen werden.',
  withAliases: 'Meine Aliasse darauf gehen mit',
  withAliasesHint: 'Sonst behalten Sie sie und dürfen weiterhin Aliasse darauf anlegen.',
  make: 'Link erzeugen',
  makeAnother: 'Weiteren Link erzeugen',
  making: 'Wird erzeugt …',
  failure: 'Der Link konnte nicht erzeugt werden',
  link: 'Link für ein Konto',
  linkHint: (day) =>
    `Er gilt einmal, bis ${day}, und wird nur jetzt gezeigt. Wer ihn bekommt, meldet sich an, sieht, worum es geht, und nimmt es an. Bis dahin ändert sich nichts.`,
  offered: (day) => `Es gibt einen Link, gültig bis ${day}. Ein neuer beendet ihn.`,
  withdraw: 'Link zurückziehen',
  withdrawing: 'Wird zurückgezogen …',
  withdrawFailure: 'Der Link konnte nicht zurückgezogen werden',
};

export const takeMessages: typeof en.takeMessages = {
  signInFirst:
    'Melden Sie sich an, um zu sehen, was Ihnen angeboten wird. Wenn Sie sich mit Google anmelden, öffnen Sie den Link danach noch einmal.',
  unusable: 'Dieser Link gilt nicht mehr',
  unusableDescription: (days) =>
    `Er wurde benutzt, zurückgezogen oder nicht vollständig kopiert, oder er ist älter als ${count(days, 'Tag', 'Tage')}. Bitten Sie um einen neuen.`,
  notLoaded: 'Der Link konnte nicht geprüft werden',
  tryAgain: 'Noch einmal versuchen',
  own: 'Das ist Ihr eigener Link',
  ownDescription:
    'Senden Sie ihn der Person, die es bekommen soll. Zurückziehen können Sie ihn dort, wo Sie ihn erzeugt haben.',
  titles: { alias: 'Diesen Alias übernehmen?', domain: 'Diese Domain übernehmen?' },
  name: 'Name',
  aliases: 'Aliasse',
  aliasesOf: (aliases) => (aliases === 0 ? 'Keine gehen mit' : `${count(aliases, 'geht', 'gehen')} mit`),
  members: 'Mitglieder',
  membersOf: (members) =>
    members === 1 ? '1 Konto, das seine Aliasse behält' : `${members} Konten, die ihre Aliasse behalten`,
  until: 'Bis',
  explanations: {
    alias: 'E-Mails an ihn kommen von da an zu Ihnen. Von dem, was vorher kam, bekommen Sie nichts.',
    domain:
      'Sie gehört von da an Ihnen. Veröffentlichen Sie binnen einer Woche Ihren eigenen Eintrag, den die Einstellungen zeigen: Ohne ihn verlieren Sie die Domain.',
  },
  forwardTo: 'Weiterleiten an',
  standard: 'Ihr Standardpostfach',
  unconfirmed: (inbox) => `${inbox} (nicht bestätigt)`,
  take: 'Übernehmen',
  taking: 'Wird übernommen …',
  notNow: 'Nicht jetzt',
  failed: 'Nicht übernommen',
  noAnswer: 'Der Server hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
  taken: (name) => `${name} gehört Ihnen`,
  takenDescriptions: {
    alias: 'Er steht in Ihrer Liste.',
    domain: 'Die Einstellungen zeigen, welcher Eintrag zu veröffentlichen ist.',
  },
  toDashboard: 'Zur Übersicht',
  toSettings: 'Zu den Einstellungen',
};

export const domainAliasMessages: typeof en.domainAliasMessages = {
  title: 'Aliasse aller Mitglieder',
  member: 'Von wem',
  everybody: 'Alle',
  former: 'Kein Mitglied mehr',
  states: {
    on: 'An',
    paused: 'Pausiert',
    ended: 'Beendet',
    waiting: 'Wartet',
    role: 'Nimmt keine E-Mails an: Diesen Namen dürfen nur Inhaber und Verwalter der Domain haben',
  },
  facts: (member, state) => `${member} · ${state}`,
  none: 'Es gibt keine.',
  loading: 'Wird geladen …',
  notLoaded: 'Die Aliasse konnten nicht geladen werden.',
  next: 'Weiter',
  previous: 'Zurück',
};

export const roleNameMessages: typeof en.roleNameMessages = {
  title: 'Namen, die für Ihre Domain sprechen',
  description:
    'Unter diesen Namen fragen Zertifizierungsstellen und andere Server, wem die Domain gehört. Noch haben andere sie. Geben Sie einen dem Inhaber, dann gehen seine E-Mails an das Postfach der Domain; wer ihn hatte, behält nichts davon und wird benachrichtigt.',
  give: 'Dem Inhaber geben',
  giving: 'Wird übergeben …',
  failure: 'Der Alias konnte nicht übergeben werden',
  notLoaded: 'Sie konnten nicht geladen werden.',
};
