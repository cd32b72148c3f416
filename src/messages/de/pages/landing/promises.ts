import type * as en from '#messages/pages/landing/promises.ts';

export const promiseMessages: typeof en.promiseMessages = {
  title: 'Was wir versprechen, und was es belegt',
  intro:
    'Zu jedem Versprechen gibt es Tests im Quelltext, die jeder ausführen kann. Was wir nicht versprechen, sagen wir auch.',
  proof: 'Beleg:',
  not: 'Nicht versprochen:',
  mail: [
    {
      title: 'Ein Alias verrät nicht, wer dahintersteht',
      text: 'Nicht in einer Kopfzeile, einer Antwort, einer Rückmeldung oder einem Fehler; nicht im Protokoll und nicht in einer gestohlenen Datenbank.',
      test: 'tests/integration/reply-leaks.test.ts',
      guide: ['/docs/replies', 'Wie Antworten funktionieren'],
      not: 'Wie lange eine Zustellung dauert, kann andeuten, welche Aliasse sich ein Postfach teilen.',
    },
    {
      title: 'Nichts Angenommenes geht verloren',
      text: 'Was angenommen wurde, wird zugestellt, oder der Absender oder Sie erfahren davon, auch wenn zwischendurch der Strom ausfällt.',
      test: 'tests/crash/run-crash-rounds.ts',
      guide: ['/docs/operating', 'Wie es betrieben wird'],
      not: 'Ihr Postfach kann eine E-Mail trotzdem abweisen oder für Spam halten.',
    },
    {
      title: 'Von Ihren E-Mails wird nichts aufbewahrt',
      text: 'Auf dem üblichen Weg berührt kein Teil einer E-Mail eine Festplatte. Was warten muss, wird verschlüsselt und danach gelöscht.',
      test: 'tests/integration/no-leak.test.ts',
      guide: ['/gdpr', 'Was aufbewahrt wird und wie lange'],
      not: 'Während des Weiterleitens liest der Server mit: Aliasse sind keine Ende-zu-Ende-Verschlüsselung.',
    },
  ],
  other: [
    {
      title: 'Nur Berechtigte kommen hinein',
      text: 'Jede Anfrage, jedes Mailprogramm und jeder Webhook muss sich ausweisen, und kein Konto sieht je ein anderes.',
      test: 'tests/integration/two-accounts.test.ts',
      guide: ['/docs/api', 'Wer was aufrufen darf'],
      not: 'Wer Ihr Postfach lesen kann, kann lesen, was dorthin weitergeleitet wird.',
    },
    {
      title: 'Ein Befehl startet alles',
      text: 'Datenbank, Web-App und Mailserver sind ein Programm. Es läuft auf einem Laptop und auf vielen Servern.',
      test: 'tests/integration/running-program.test.ts',
      guide: ['/docs/self-hosting', 'Wie Sie es selbst betreiben'],
      not: 'E-Mails eines neuen Servers brauchen Wochen, bis große Anbieter ihm vertrauen.',
    },
  ],
  elsewhere:
    'Hier leitet ImprovMX die E-Mails weiter. Es sieht jede E-Mail, weiß, wohin sie geht, und führt eigene Protokolle; über E-Mails ' +
    'auf ihrem Weg versprechen wir daher nichts.',
  host: 'Selbst betreiben',
  hostText:
    'Im Ordner des Quelltexts, mit Node.js 24. Es öffnet sich eine Vorschau von allem, und es sendet keine E-Mails, bevor Sie es sagen.',
  command: 'npm ci && npm start',
  hostGuide: 'Von dort zu einem eigenen Server',
};
