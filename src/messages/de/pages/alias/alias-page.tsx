import type * as en from '#messages/pages/alias/alias-page.tsx';
import { count, countText } from '#messages-de/quantities.ts';

export const aliasPageMessages: typeof en.aliasPageMessages = {
  title: 'Alias',
  back: 'Alle Aliasse',
  loading: 'Alias wird geladen …',
  notLoaded: 'Dieser Alias konnte nicht geladen werden.',
  notFound: 'Diesen Alias gibt es nicht',
  notFoundText:
    'Unter dieser Adresse haben Sie keinen Alias. Vielleicht wurde er endgültig gelöscht oder gehört zu einem anderen Konto.',
  toList: 'Zu Ihren Aliassen',
  binned: 'Im Papierkorb',
  binnedText:
    'E-Mails an ihn werden abgewiesen. Stellen Sie ihn wieder her, ist er wie zuvor, nur ohne sein SMTP-Passwort.',
  copy: 'Adresse kopieren',
  edit: 'Bearbeiten',
  sendTest: 'Test senden',
  sending: 'Wird gesendet …',
  tested: (inbox) => <>Gesendet und angenommen. Was Ihr Postfach bekommt, liegt im {inbox('Vorschau-Postfach')}.</>,
  testedByMail:
    'Gesendet und angenommen. Die E-Mail ist auf dem Weg in Ihr Postfach; die erste liegt vielleicht im Spam.',
  testDropped: 'Gesendet, angenommen und verworfen, weil der Alias pausiert ist. Es kommt nichts an.',
  testUnconfirmed: (inbox) => (
    <>Noch kein Postfach dieses Alias ist bestätigt. Öffnen Sie die Bestätigungsmail im {inbox('Vorschau-Postfach')}.</>
  ),
  repliesShow:
    'Eine Antwort aus Ihrem Postfach zeigt dem Absender dessen Adresse: Hier leitet ImprovMX die E-Mails weiter. Um als Alias zu antworten, senden Sie per SMTP.',
  testUnconfirmedByMail:
    'Noch kein Postfach dieses Alias ist bestätigt. Öffnen Sie zuerst den Link in der Bestätigungsmail.',
  reasons: {
    on: (targets) =>
      targets === 1
        ? 'Was ankommt, wird weitergeleitet.'
        : `Was ankommt, wird an alle ${targets} Ziele weitergeleitet.`,
    partly: (taking, targets) =>
      `Was ankommt, wird an ${taking} von ${count(targets, 'Ziel', 'Zielen')} weitergeleitet. Neben jedem anderen steht, warum es nichts bekommt.`,
    failing: 'Jedes Ziel, das zugestimmt hat, weist ab, was wir ihm senden. Daher kommt gerade nichts an.',
    waiting:
      'Noch hat kein Ziel zugestimmt, daher wird nichts weitergeleitet. In den ersten 7 Tagen eines Alias werden Absender gebeten, es später noch einmal zu versuchen; danach werden ihre E-Mails abgewiesen.',
    stopped: 'Kein Ziel nimmt mehr E-Mails an, daher wird nichts weitergeleitet. Neben jedem steht der Grund.',
    pausedRefuses:
      'Der Tarif des Weiterleitungsdienstes kann E-Mails nicht verwerfen: Sie werden abgewiesen, und Absender erfahren, dass es die Adresse nicht gibt.',
    paused: 'E-Mails werden angenommen und stillschweigend verworfen. Absender erfahren es nicht.',
    suspended: 'Ihr Konto ist ausgesetzt, daher kommt nichts herein.',
    settingUp: 'Der Dienst, der Ihre E-Mails weiterleitet, erfährt gerade von ihm.',
    domainOff:
      'Die Domain ist ausgeschaltet: E-Mails werden angenommen und still verworfen, wie bei einem pausierten Alias. Einschalten können Sie sie unter Einstellungen, Domains.',
    domainUnverified:
      'Die Domain ist nicht geprüft, deshalb kommt nichts an. Unter Einstellungen, Domains steht, was im DNS einzutragen ist.',
    ownersRole: 'Der Name ist für Inhaber und Verwalter der Domain, darum kommt nichts an.',
  },
  targets: 'Leitet weiter an',
  targetsDescription: 'Jedes Postfach bestätigt sich einmal, jeder Webhook beantwortet eine signierte Anfrage.',
  takesMail: 'Nimmt E-Mails an',
  paused: 'Bekommt nichts, solange der Alias pausiert ist',
  testOf: (webhook) => `Zustellung an ${webhook}`,
  facts: 'Über diesen Alias',
  factsDescription: 'Notizen und Labels werden verschlüsselt gespeichert; nur Sie sehen sie.',
  note: 'Notiz',
  labels: 'Labels',
  noLabels: 'Keine',
  end: 'Ende',
  noEnd: 'Er endet nicht von selbst.',
  made: 'Angelegt am',
  smtp: 'Als dieser Alias senden',
  smtpDescription: 'Für Mailprogramme, Skripte und Server.',
  mail: 'Kontakte und Umgang mit E-Mails',
  leaving: 'Übergeben oder löschen',
  leavingDescription: 'Geben Sie diesen Alias an ein anderes Konto hier weiter, oder löschen Sie ihn.',
  remove: 'Alias löschen',
};

export const dayChartMessages: typeof en.dayChartMessages = {
  name: (days, taken, other) =>
    `Die letzten ${days} Tage: ${count(taken, 'E-Mail', 'E-Mails')} weitergeleitet, ${other} verworfen oder zurückgehalten`,
  forwarded: 'Weitergeleitet',
  other: 'Verworfen oder zurückgehalten',
  most: (total) => `Stärkster Tag: ${countText(total)}`,
  numbers: 'Tag für Tag',
};
