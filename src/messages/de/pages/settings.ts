import type * as en from '#messages/pages/settings.ts';
import { count } from '#messages-de/quantities.ts';

export const settingsMessages: typeof en.settingsMessages = {
  title: 'Einstellungen',
  intro: 'Wie Sie sich anmelden, wohin Ihre E-Mails gehen und was gespeichert ist',
  sections: 'Abschnitte der Einstellungen',
  pages: {
    '/settings/sign-in': 'Anmeldung',
    '/settings/security': 'Sicherheit',
    '/settings/inboxes': 'Postfächer und Webhooks',
    '/settings/domains': 'Domains',
    '/settings/api-keys': 'API-Schlüssel und Apps',
    '/settings/data': 'Daten',
  },
  pageTitle: (section) => `${section} · Einstellungen`,
  loading: 'Einstellungen werden geladen …',
  notLoaded: 'Ihre Einstellungen konnten nicht geladen werden.',
  notChanged: 'Nicht geändert',
  keepIt: 'Behalten',
  remove: 'Entfernen',
  removing: 'Wird entfernt …',
  removeOne: (name) => `${name} entfernen`,
  askToRemove: (name) => `${name} entfernen?`,
};

export const methodNames: typeof en.methodNames = {
  email: 'E-Mail und Passwort',
  wallet: 'Solana-Wallet',
  google: 'Google',
  passkey: 'Passkey',
};

export const profileMessages: typeof en.profileMessages = {
  title: 'Profil',
  description: 'Wer Sie hier sind. Verschlüsselt gespeichert und sonst niemandem gezeigt.',
  email: 'E-Mail',
  confirmed: 'Bestätigt',
  notConfirmed: 'Noch nicht bestätigt',
  ends: (day) =>
    `Öffnen Sie den Link, den wir Ihnen gemailt haben, hier in diesem Browser. Sonst endet dieses Konto am ${day}.`,
  wallet: 'Wallet',
  signedInBy: 'Angemeldet mit',
  memberSince: 'Mitglied seit',
  name: 'Name',
  picture: 'Adresse eines Bildes',
  edit: 'Profil bearbeiten',
};

export const methodMessages: typeof en.methodMessages = {
  title: 'Anmeldewege',
  description: 'Jeder für sich öffnet Ihr Konto. Eine Änderung meldet Sie überall sonst ab.',
  notSetUp: 'Nicht eingerichtet',
  onlyOne: 'Ihr einziger Zugang: Fügen Sie einen weiteren hinzu, bevor Sie ihn entfernen.',
  opens: 'Öffnet dieses Konto',
  opensWithPasskey: 'Öffnet dieses Konto, danach mit einem Passkey',
  linkGoogle: 'Google verknüpfen',
  linkWallet: 'Wallet verknüpfen',
  walletFailure: 'Die Wallet konnte nicht verbunden werden',
  removeDescription: 'Damit lässt sich dieses Konto nicht mehr öffnen. Ihre Aliasse und Ziele bleiben.',
  removeFailure: 'Der Anmeldeweg konnte nicht entfernt werden',
  addPassword: 'Passwort hinzufügen',
  addPasswordTitle: 'Auch per E-Mail anmelden',
  addPasswordDescription: 'Das Postfach wird gebeten, sich zu bestätigen.',
  addPasswordSubmit: 'Passwort hinzufügen',
  addingPassword: 'Wird hinzugefügt …',
  addPasswordFailure: 'Das Passwort konnte nicht hinzugefügt werden',
  googleFailed: 'Google-Anmeldung fehlgeschlagen',
  recoveryCodes: 'Wiederherstellungscodes',
};

export const googleFailures: typeof en.googleFailures = {
  denied: 'Google durfte nicht mitteilen, wer Sie sind.',
  busy: 'Das wurde zu oft versucht. Warten Sie bitte eine Weile und versuchen Sie es dann noch einmal.',
  expired: 'Das hat zu lange gedauert oder in einem anderen Browser begonnen. Bitte versuchen Sie es noch einmal.',
  unverified: 'Google hat die E-Mail-Adresse dieses Kontos nicht bestätigt.',
  unavailable: 'Google ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal.',
  taken: 'Dieses Google-Konto oder seine E-Mail-Adresse gehört hier zu einem anderen Konto.',
  mismatch: 'Das ist nicht das Google-Konto, das hier verknüpft ist.',
  locked: 'Dieses Konto ist gesperrt.',
};

export const passwordMessages: typeof en.passwordMessages = {
  title: 'Passwort',
  description: 'Ein neues meldet Sie überall sonst ab.',
  email: 'E-Mail',
  password: 'Passwort',
  what: 'Passwort',
  current: 'Aktuelles Passwort',
  currentWhat: 'aktuelles Passwort',
  next: 'Neues Passwort',
  nextWhat: 'neues Passwort',
  hint: (min) => `Mindestens ${min} Zeichen`,
  change: 'Passwort ändern',
  changing: 'Wird geändert …',
  othersEnded: 'Alle anderen Sitzungen sind beendet.',
  failure: 'Das Passwort konnte nicht geändert werden',
};

export const secondFactorMessages: typeof en.secondFactorMessages = {
  title: 'Zweiter Faktor',
  description: 'Ein Code aus einer App auf Ihrem Telefon, nach dem wir nach Ihrem Passwort fragen.',
  on: 'An',
  off: 'Aus',
  setUp: 'Einrichten',
  startFailure: 'Der zweite Faktor konnte nicht eingerichtet werden',
  renew: 'Neue Wiederherstellungscodes',
  renewFailure: 'Neue Wiederherstellungscodes konnten nicht erzeugt werden',
  passkey: 'Nach meinem Passwort einen Passkey verlangen',
  passkeyText: 'Ihr Passwort allein öffnet dieses Konto dann nicht mehr.',
  codesLeft: (left) =>
    `${left === 1 ? 'Noch 1 Wiederherstellungscode' : `Noch ${left} Wiederherstellungscodes`}. Neue ersetzen alle bisherigen.`,
  turnOff: 'Ausschalten',
  turningOff: 'Wird ausgeschaltet …',
  keepOn: 'Eingeschaltet lassen',
  offTitle: 'Zweiten Faktor ausschalten?',
  offDescription: 'Ihr Passwort allein öffnet dann dieses Konto.',
  offFailure: 'Der zweite Faktor konnte nicht ausgeschaltet werden',
  turnOn: 'Einschalten',
  turningOn: 'Wird eingeschaltet …',
  onTitle: 'Authenticator-App einrichten',
  onDescription: 'Scannen Sie dies mit der App und geben Sie dann den Code ein, den sie zeigt.',
  onFailure: 'Der zweite Faktor konnte nicht eingeschaltet werden',
  qrCode: 'QR-Code für Ihre Authenticator-App',
  copySecret: 'Geheimnis kopieren',
  code: 'Code',
  digitsHint: 'Sechs Ziffern.',
  codeHint: 'Aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
};

export const sessionMessages: typeof en.sessionMessages = {
  title: 'Sitzungen',
  description: (idleDays, maxDays) =>
    `Wo Sie angemeldet sind. Eine Sitzung endet ${idleDays} Tage nach ihrer letzten Nutzung und ${maxDays} Tage nach der Anmeldung, auch wenn sie genutzt wird. Eine IP-Adresse wird mit ihr nicht gespeichert.`,
  use: (since, lastUsed, end) => `Seit ${since}, zuletzt genutzt am ${lastUsed}, endet spätestens am ${end}`,
  current: 'Diese Sitzung',
  end: 'Beenden',
  endOne: (device) => `${device} beenden`,
  endOthers: 'Alle anderen Sitzungen beenden',
  failure: 'Die Sitzung konnte nicht beendet werden',
};

export const targetMessages: typeof en.targetMessages = {
  title: 'Ziele',
  description: 'Die Postfächer und Webhooks hinter Ihren Aliassen. Jedes bestätigt sich einmal.',
  none: 'Noch keine Ziele. Sie kommen mit Ihrem ersten Alias.',
  aliases: (total) => count(total, 'Alias', 'Aliasse'),
  stopped: 'Vom Inhaber gestoppt',
  disabled: 'Ausgeschaltet: nahm keine E-Mails an',
  unverified: 'Noch nicht geprüft',
  unconfirmed: 'Wartet auf Bestätigung',
  verified: 'Geprüft',
  confirmed: 'Bestätigt',
  details: 'Details',
  detailsOf: (target) => `Details zu ${target}`,
  sendAgain: 'Noch einmal senden',
  encrypted: 'Verschlüsselt',
  keyEnded: 'Schlüssel abgelaufen: bekommt keine E-Mails',
  sending: 'Wird gesendet …',
  removeDescription:
    'Kein Alias leitet mehr dorthin weiter. Ist es das einzige Ziel eines Alias, ändern oder löschen Sie zuerst diesen Alias.',
  removeFailure: 'Das Ziel konnte nicht entfernt werden',
  notSaved: 'Nicht gespeichert',
  saveFailure: 'Die Einstellung konnte nicht gespeichert werden',
  sendingOf: {
    maySend: {
      label: 'Antworten von hier werden gesendet',
      text: 'Aus liest es nur: Was Sie von hier antworten, wird nicht gesendet, und Sie erfahren den Grund.',
    },
    dropKeys: {
      label: 'Schlüssel entfernen',
      text: 'Öffentliche Schlüssel, die Ihr E-Mail-Programm anhängt, werden aus Antworten entfernt. Sonst wird eine solche Antwort abgewiesen.',
    },
    dropSignatures: {
      label: 'Signaturen entfernen',
      text: 'Signaturen nach OpenPGP und S/MIME werden von Antworten entfernt. Sonst wird eine solche Antwort abgewiesen.',
    },
  },
  spfLabel: 'Anbieter signiert E-Mails nicht: Antworten nur per SPF nachweisen',
  spfText:
    'Nur wenn Ihre Antworten abgewiesen werden. SPF zeigt, welcher Server eine Antwort gesendet hat; eine DKIM-Signatur zeigt, dass niemand sie verändert hat.',
  spfWarning:
    'Ein Anbieter, bei dem Kunden unter jeder Adresse senden können, lässt sie auch in Ihrem Namen antworten.',
};

export const webhookMessages: typeof en.webhookMessages = {
  verify: 'Jetzt prüfen',
  verifying: 'Wird geprüft …',
  enable: 'Einschalten',
  enabling: 'Wird eingeschaltet …',
  enabled: 'E-Mails, die darauf gewartet haben, werden jetzt gesendet.',
  enableFailure: 'Der Webhook konnte nicht eingeschaltet werden',
  notDone: 'Nicht erledigt',
  secret: 'Signaturgeheimnis',
  showSecret: 'Geheimnis zeigen',
  hideSecret: 'Geheimnis verbergen',
  copySecret: 'Geheimnis kopieren',
  newSecret: 'Neues Geheimnis',
  showFailure: 'Das Geheimnis konnte nicht geladen werden',
  formerUntil: (time) => `Das vorherige Geheimnis signiert ebenfalls, bis ${time}.`,
  rotateTitle: 'Neues Signaturgeheimnis erzeugen?',
  rotateDescription: (hours) =>
    `${count(hours, 'Stunde', 'Stunden')} lang wird jede Anfrage mit dem alten und dem neuen Geheimnis signiert, ` +
    'danach nur noch mit dem neuen. Ein Geheimnis aus einer früheren Änderung gilt sofort nicht mehr.',
  rotate: 'Neues erzeugen',
  rotating: 'Wird erzeugt …',
  rotated: 'Neues Geheimnis erzeugt',
  rotatedDescription: (hours) => `Das bisherige signiert noch ${count(hours, 'Stunde', 'Stunden')} lang mit.`,
  rotateFailure: 'Ein neues Geheimnis konnte nicht erzeugt werden',
  delivery: 'Zustellung',
  test: 'Test senden',
  replay: 'Wartende E-Mails jetzt senden',
  sending: 'Wird gesendet …',
  taken: 'Test angenommen',
  notTaken: 'Test nicht angenommen',
  testFailure: 'Der Test konnte nicht gesendet werden',
  replayFailure: 'Was wartet, konnte nicht noch einmal gesendet werden',
};

export const apiKeyMessages: typeof en.apiKeyMessages = {
  title: 'API-Schlüssel',
  description:
    'Für Passwortmanager, Browser-Erweiterungen und Skripte. Ein Schlüssel tut mit Aliassen, was Sie ihm erlauben, und öffnet nie Ihr Konto.',
  create: 'Schlüssel erzeugen',
  guide: 'Bitwarden und andere einrichten',
  expired: 'Abgelaufen',
  use: (since, lastUsed) => `Seit ${since}, ${lastUsed === null ? 'nie genutzt' : `zuletzt genutzt am ${lastUsed}`}`,
  usedUntil: (use, end) => `${use}, endet am ${end}`,
  revoke: 'Widerrufen',
  revokeOne: (name) => `${name} widerrufen`,
  revoking: 'Wird widerrufen …',
  revokeTitle: (name) => `${name} widerrufen?`,
  revokeDescription:
    'Das Programm, das ihn nutzt, verliert sofort den Zugang. Die Aliasse, die es angelegt hat, bleiben.',
  revokeFailure: 'Der Schlüssel konnte nicht widerrufen werden',
  createTitle: 'API-Schlüssel erzeugen',
  createDescription: 'Einen für jedes Programm, damit sich jeder einzeln widerrufen lässt.',
  createSubmit: 'Erzeugen',
  creating: 'Wird erzeugt …',
  createFailure: 'Der Schlüssel konnte nicht erzeugt werden',
  name: 'Name',
  nameHint: 'Etwa „Bitwarden auf meinem Telefon“.',
  scope: 'Was er darf',
  scopes: {
    create: 'Aliasse anlegen',
    use: 'Aliasse anlegen, finden und pausieren, Absender sperren und anschreiben',
    aliases: 'Aliasse und Ziele',
    all: 'Aliasse, Ziele und SMTP-Zugangsdaten',
  },
  expiresAfter: 'Läuft ab nach',
  never: 'Nie',
  life: (days) => (days === 365 ? 'Einem Jahr' : count(days, 'Tag', 'Tagen')),
  newTitle: 'Ihr neuer API-Schlüssel',
  newDescription: 'Kopieren Sie ihn in das Programm, für das er bestimmt ist: Er wird nicht noch einmal gezeigt.',
  key: 'API-Schlüssel',
  serverUrl: 'Server-URL',
  keptIt: 'Ich habe ihn aufbewahrt',
  defaultTarget: 'Standardziel',
  defaultTargetHint: 'Gilt für Aliasse, die Programme anlegen.',
  oldestInbox: 'Ältestes bestätigtes Postfach',
  ownEmail: 'Meine eigene E-Mail-Adresse',
  defaultTargetFailure: 'Das Standardziel konnte nicht gespeichert werden',
};

export const exportMessages: typeof en.exportMessages = {
  title: 'Export',
  description: 'Ihre Daten gehören Ihnen. JSON enthält alles, was über Sie gespeichert ist.',
  json: 'Alles als JSON',
  jsonFile: 'kauke-konto.json',
  csv: 'Aliasse als CSV',
  csvFile: 'kauke-aliasse.csv',
  failed: 'Export fehlgeschlagen',
  failure: 'Ihre Daten konnten nicht exportiert werden',
};
