import type * as en from '#messages/pages/account/registration.ts';

export const registrationMessages: typeof en.registrationMessages = {
  checking: 'Ihre Einladung wird geprüft …',
  invited: (day) => `Sie sind eingeladen. Mit diesem Link können Sie bis zum ${day} ein Konto anlegen.`,
  notChecked:
    'Ihre Einladung konnte nicht geprüft werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  tryAgain: 'Noch einmal versuchen',
  byInvitation: 'Neue Konten nur mit Einladung',
  byInvitationText:
    'Wer diesen Dienst betreibt, kann Ihnen einen Link geben. Öffnen Sie ihn, dann können Sie hier Ihr Konto anlegen.',
  unusable: 'Diese Einladung gilt nicht mehr',
  unusableText:
    'Sie ist aufgebraucht, abgelaufen oder wurde nicht vollständig kopiert. Bitten Sie um eine neue, wo Sie sie bekommen haben.',
  closed: 'Keine neuen Konten',
  closedText: 'Dieser Dienst nimmt derzeit keine neuen Konten an.',
  signInInstead: 'Stattdessen anmelden',
  waits: 'Der Betreiber gibt neue Konten frei. Sie können Ihres jetzt anlegen und danach nutzen.',
  google: 'Weiter mit Gmail',
  googleBusy: 'Einen Moment …',
  googleFailed: 'Google-Anmeldung fehlgeschlagen',
  googleFailure: 'Die Anmeldung mit Google ist fehlgeschlagen',
};

export const waitingMessages: typeof en.waitingMessages = {
  title: 'Ihr Konto wartet auf Freigabe',
  now: 'Der Betreiber dieses Dienstes gibt neue Konten frei. Bis dahin können Sie hier keinen Alias anlegen und nichts ändern.',
  name: (name) => `Wenn Sie den Betreiber kennen, sagen Sie ihm, dass Ihr Konto ${name} heißt.`,
  mailbox: 'Bestätigen Sie Ihr Postfach über den Link in unserer E-Mail, dann sagen wir es Ihnen auch per E-Mail.',
  check: 'Noch einmal nachsehen',
  checking: 'Wird nachgesehen …',
  still: 'Wartet noch',
  stillDescription: 'Der Betreiber hat noch nicht entschieden.',
};
