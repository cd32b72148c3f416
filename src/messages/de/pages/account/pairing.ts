import type * as en from '#messages/pages/account/pairing.ts';

export const pairMessages: typeof en.pairMessages = {
  signInFirst:
    'Melden Sie sich an, um die Erweiterung zuzulassen. Wenn Sie sich mit Google anmelden, drücken Sie danach in der Erweiterung noch einmal auf „Verbinden“.',
  nobody: 'Keine Erweiterung bittet um Zugang',
  nobodyDescription: 'Diese Seite öffnet die Kauke-Erweiterung: Drücken Sie in ihren Einstellungen auf „Verbinden“.',
  toSettings: 'API-Schlüssel und Apps',
  title: 'Die Erweiterung zulassen?',
  description:
    'Eine Erweiterung dieses Browsers bittet um einen Schlüssel zu diesem Konto. Ihr Passwort erfährt sie nicht.',
  account: (account) => `Konto: ${account}`,
  yours: 'das, bei dem Sie angemeldet sind',
  may: [
    'Aliasse anlegen und Ihre Aliasse finden, mit den Notizen dazu',
    'sie pausieren und fortsetzen',
    'jemanden sperren und Ihnen Antwortadressen geben',
  ],
  mayNot: 'Sie kann nichts löschen, nicht ändern, wohin E-Mails gehen, und keine E-Mails senden.',
  caution: 'Stimmen Sie nur zu, wenn Sie gerade selbst in der Kauke-Erweiterung auf „Verbinden“ gedrückt haben.',
  agree: 'Zulassen',
  agreeing: 'Wird zugelassen...',
  refuse: 'Ablehnen',
  failed: 'Nicht zugelassen',
  failure: 'Die Erweiterung konnte nicht zugelassen werden',
  answered: { agreed: 'Übergeben', refused: 'Nicht zugelassen' },
  answeredText: {
    agreed:
      'Die Erweiterung holt jetzt ihren Schlüssel und schließt diesen Tab. Geschieht das nicht binnen zwei Minuten, drücken Sie in ihr noch einmal auf „Verbinden“.',
    refused: 'Die Erweiterung hat nichts bekommen. Sie können diesen Tab schließen.',
  },
};

export const extensionMessages: typeof en.extensionMessages = {
  title: 'Browser-Erweiterung',
  description:
    'Ein Alias für die Website vor Ihnen, mit einem Klick. Sie fragt nach keinem Passwort und sieht eine Website nur, wenn Sie klicken.',
  download: { chromium: 'Für Chromium, Chrome, Edge', firefox: 'Für Firefox' },
  steps: {
    chromium: [
      'Entpacken Sie die Datei in einen Ordner, der bleibt.',
      'Öffnen Sie chrome://extensions und schalten Sie den Entwicklermodus ein.',
      'Drücken Sie auf „Entpackte Erweiterung laden“ und wählen Sie den Ordner.',
    ],
    firefox: [
      'Öffnen Sie about:debugging und wählen Sie „Dieser Firefox“.',
      'Drücken Sie auf „Temporäres Add-on laden“ und wählen Sie die Datei.',
      'Endet Firefox, ist sie wieder weg, denn Mozilla hat sie nicht signiert.',
    ],
  },
  connect: (server) => `Drücken Sie dann in ihr auf „Verbinden“ und tippen Sie ${server}`,
};
