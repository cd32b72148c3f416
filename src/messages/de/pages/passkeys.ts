import type * as en from '#messages/pages/passkeys.ts';

export const passkeySignInMessages: typeof en.passkeySignInMessages = {
  signIn: 'Mit Passkey anmelden',
  register: 'Konto mit Passkey anlegen',
  waiting: 'Wartet auf Ihren Passkey …',
  done: 'Angemeldet',
  registered: 'Konto angelegt',
  failed: 'Passkey nicht verwendet',
  failure: 'Es wurde abgebrochen, oder hier gibt es keinen für diese Website.',
  notMade: 'Es wurde abgebrochen, oder Ihr Browser konnte keinen anlegen.',
  firstName: 'Passkey',
  lost: 'Passkey verloren? Wiederherstellungscode verwenden',
  recoverTitle: 'Mit einem Wiederherstellungscode anmelden',
  recoverDescription:
    'Für Konten, die nur Passkeys haben. Alle anderen: Melden Sie sich mit Ihrem Passwort an und geben Sie den Code ein, wenn danach gefragt wird.',
  code: 'Wiederherstellungscode',
  submit: 'Anmelden',
  submitting: 'Wird angemeldet …',
  recovered: 'Fügen Sie in Ihren Einstellungen einen neuen Passkey hinzu.',
  recoverFailure: 'Der Code konnte nicht verwendet werden',
};

export const recoveryCodeMessages: typeof en.recoveryCodeMessages = {
  title: 'Ihre Wiederherstellungscodes',
  besideFactor:
    'Jeder gilt einmal, anstelle eines Codes aus Ihrer App oder Ihres Passkeys. Bewahren Sie sie bei Ihren wichtigen Papieren auf: Sie werden nicht noch einmal gezeigt.',
  alone:
    'Jeder öffnet Ihr Konto einmal, falls Sie Ihre Passkeys verlieren. Bewahren Sie sie bei Ihren wichtigen Papieren auf: Sie werden nicht noch einmal gezeigt, und ohne sie können wir Sie nicht hineinlassen.',
  file: 'kauke-wiederherstellungscodes.txt',
  download: 'Herunterladen',
  keptThem: 'Ich habe sie aufbewahrt',
};

export const passkeyMessages: typeof en.passkeyMessages = {
  title: 'Passkeys',
  explanation:
    'Ihr Fingerabdruck, Ihr Gesicht oder Ihre Bildschirmsperre meldet Sie an: ohne Passwort, ohne Code, ohne etwas, das sich abphishen ließe.',
  add: 'Passkey hinzufügen',
  addOne: 'Weiteren Passkey hinzufügen',
  addDescription:
    'Ihr Browser fragt gleich, wo er ihn aufbewahren soll: auf diesem Gerät, in einem Passwortmanager oder auf einem Sicherheitsschlüssel.',
  addSubmit: 'Weiter',
  adding: 'Wartet auf Ihren Passkey …',
  addFailure: 'Es wurde abgebrochen, oder dieses Gerät hat schon einen für dieses Konto.',
  name: 'Name',
  nameHint: 'Etwa „Telefon“ oder „Blauer Schlüssel“.',
  firstName: 'Passkey',
  loading: 'Passkeys werden geladen …',
  notLoaded: 'Ihre Passkeys konnten nicht geladen werden.',
  use: (synced, since, lastUsed) =>
    `${synced ? 'In einem Passwortmanager' : 'Auf einem Gerät'}, seit ${since}, ${lastUsed === null ? 'noch nicht genutzt' : `zuletzt genutzt am ${lastUsed}`}`,
  rename: 'Umbenennen',
  renameOne: (name) => `${name} umbenennen`,
  renameTitle: 'Diesen Passkey umbenennen',
  renaming: 'Wird umbenannt …',
  renameFailure: 'Der Passkey konnte nicht umbenannt werden',
  removeDescription:
    'Er öffnet dieses Konto nicht mehr. Löschen Sie ihn auch auf Ihrem Gerät, sonst wird er Ihnen weiter angeboten.',
  notSupported: 'Dieser Browser bietet hier keine Passkeys.',
};
