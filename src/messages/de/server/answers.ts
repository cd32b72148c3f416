import type * as en from '#messages/server/answers.ts';
import { count } from '#messages-de/quantities.ts';

const deeds = { changed: 'geändert', deleted: 'gelöscht', restored: 'wiederhergestellt' };

export const answers: typeof en.answers = {
  signedOut: 'Abgemeldet',
  identityConfirmed: 'Identität bestätigt',
  methodAdded: 'Anmeldeweg hinzugefügt',
  methodRemoved: 'Anmeldeweg entfernt',
  passkeyRenamed: 'Passkey umbenannt',
  passkeyRequired: (required) =>
    required ? 'Nach Ihrem Passwort wird ein Passkey verlangt' : 'Ihr Passwort allein meldet Sie an',
  profileSaved: 'Profil gespeichert',
  pictureSaved: 'Bild gespeichert',
  pictureRemoved: 'Bild entfernt',
  resetLinkSent: 'Falls zu dieser Adresse ein Konto gehört, ist ein Link unterwegs.',
  passwordReset: 'Passwort geändert. Bitte melden Sie sich an.',
  accountLocked: 'Alles ist gesperrt',
  accountUnlocked: 'Ihr Konto ist entsperrt',
  passwordChanged: 'Passwort geändert',
  secondFactorLinkSent: 'Ein Link ist an die E-Mail-Adresse Ihres Kontos unterwegs.',
  secondFactorKept: 'Der zweite Faktor bleibt an',
  secondFactorOff: 'Zweiter Faktor ausgeschaltet',
  sessionEnded: 'Sitzung beendet',
  otherSessionsEnded: 'Alle anderen Sitzungen beendet',
  accountDeleted: 'Konto gelöscht',
  accountRestored: 'Alles ist, wie es war.',
  apiKeyRevoked: 'API-Schlüssel widerrufen',
  credentialDeleted: 'SMTP-Zugangsdaten gelöscht',
  aliasCreated: 'Ihr E-Mail-Alias ist angelegt',
  aliasUpdated: 'Alias geändert',
  aliasToggled: (active) => (active ? 'Alias eingeschaltet' : 'Alias pausiert'),
  aliasesChanged: (many, deed) => `${count(many, 'Alias', 'Aliasse')} ${deeds[deed]}`,
  aliasDeleted: 'Alias gelöscht',
  aliasRestored: 'Alias wiederhergestellt',
  senderExpected: 'Vermerkt: Sie dürfen an diesen Alias schreiben',
  rulesSaved: 'Regeln gespeichert',
  aliasErased: 'Alias endgültig gelöscht',
  undone: 'Rückgängig gemacht',
  undoneInPart: 'Rückgängig gemacht, außer was seitdem geändert wurde',
  countsSaved: (on) =>
    on ? 'E-Mails werden ab jetzt gezählt' : 'Es wird nichts mehr gezählt, und das Gezählte ist gelöscht',
  labelDeleted: 'Label gelöscht',
  languageSaved: 'Sprache gespeichert',
  binSaved: (days) =>
    days === 0
      ? 'Ab jetzt sind gelöschte Aliasse sofort weg'
      : `Gelöschte Aliasse bleiben ${count(days, 'Tag', 'Tage')} lang im Papierkorb`,
  choiceSaved: 'Auswahl gespeichert',
  unchanged: 'Nichts wurde geändert',
  holdingSaved: (days) =>
    days === 0
      ? 'E-Mails, die abgewiesen würden, werden ab jetzt abgewiesen'
      : `E-Mails, die abgewiesen würden, werden ab jetzt ${count(days, 'Tag', 'Tage')} lang zurückgehalten`,
  digestSaved: (on) =>
    on ? 'Sie bekommen einmal am Tag eine E-Mail über Zurückgehaltenes' : 'Keine E-Mails mehr über Zurückgehaltenes',
  heldReleased: (allowed) => (allowed ? 'Freigegeben. E-Mails dieses Absenders kommen ab jetzt durch' : 'Freigegeben'),
  heldDeleted: 'Zurückgehaltene E-Mail gelöscht',
  senderRuleSaved: 'Regel gespeichert',
  siteNoted: (used) => (used ? 'Ab jetzt auf dieser Website' : 'Nicht mehr auf dieser Website'),
  senderRuleDeleted: 'Regel gelöscht',
  traceEnded: 'Dieser Alias wird nicht mehr beobachtet',
  contactBlocked: (blocked) => (blocked ? 'Absender blockiert' : 'Absender nicht mehr blockiert'),
  inboxAsked: 'Das neue Postfach wird gefragt. Bis es zustimmt, ändert sich nichts',
  inboxKept: 'Das Postfach behält seine Adresse',
  defaultTargetSaved: 'Standardziel gespeichert',
  confirmationSent: 'Bestätigungsmail gesendet',
  targetConfirmed: 'Postfach bestätigt',
  targetStopped: 'Die Weiterleitung an dieses Postfach ist gestoppt',
  keyStored: 'Schlüssel gespeichert. E-Mails an dieses Postfach werden ab jetzt verschlüsselt.',
  keyRemoved: 'Schlüssel entfernt. E-Mails an dieses Postfach gehen unverschlüsselt.',
  keyRead: 'Noch ist nichts gespeichert',
  targetChanged: 'Ziel geändert',
  targetRemoved: 'Ziel entfernt',
  webhookEnabled: 'Webhook eingeschaltet',
  webhookReplayed: (messages) => {
    if (messages === 0) return 'Für diesen Webhook wartet nichts';
    return messages === 1 ? '1 E-Mail wird noch einmal gesendet' : `${messages} E-Mails werden noch einmal gesendet`;
  },
  feedbackSent: 'Danke. Ihre Worte sind unterwegs.',
};

export const webhookAnswers: typeof en.webhookAnswers = {
  faults: {
    'no-address': 'Der Hostname führt zu keiner Adresse, mit der wir uns verbinden dürfen.',
    unreachable: 'Unter diesem Host und Port nimmt nichts Verbindungen an.',
    tls: 'Der Host zeigte kein gültiges TLS-Zertifikat für seinen Namen.',
    timeout: 'Der Endpunkt antwortete nicht binnen 30 Sekunden.',
    lost: 'Die Verbindung endete, bevor der Endpunkt antwortete.',
    busy: 'Zu viele Anfragen an diesen Host laufen gerade. Bitte versuchen Sie es gleich noch einmal.',
  },
  taken: (status) => `Der Endpunkt antwortete ${status}.`,
  notTaken: (status, isRedirect) =>
    `Der Endpunkt antwortete ${status}${isRedirect ? ', eine Umleitung, der wir nicht folgen' : ''}. Er muss 2xx antworten.`,
  test: 'Das ist ein Test von Kauke. E-Mails kommen als email.received.',
};

export const importWords: typeof en.importWords = {
  line: (line, fault) => `Zeile ${line} ${fault}`,
  fieldsDiffer: 'hat eine andere Zahl von Feldern als die Kopfzeile',
  quoteOpen: 'beginnt ein Feld in Anführungszeichen, das nie endet',
  notCsv: 'ist kein gültiges CSV',
  headerUnknown:
    'Zeile 1 muss die Spalten eines Exports von Kauke, SimpleLogin oder addy.io nennen, getrennt durch Kommas, Semikolons oder Tabulatoren',
  tooManyRows: (max) => `Eine Datei darf höchstens ${max} Zeilen haben`,
  tooManyUnavailable: (max) =>
    `Importe dürfen am Tag auf ${max} nicht verfügbare Namen treffen. Bitte importieren Sie weniger Zeilen oder warten Sie.`,
  tooManyMade: (max) =>
    `Importe dürfen am Tag ${max} Aliasse anlegen. Bitte importieren Sie weniger Zeilen oder warten Sie.`,
  tooManyDomains: (max) => `Importe dürfen in der Stunde ${max} Domains mitbringen. Bitte warten Sie.`,
  accountRules: 'Was für das ganze Konto gilt: Absenderregeln, Labels und was mit E-Mails geschieht',
  holdDaysUnreadable: (max) => `Die Tage des Zurückhaltens müssen eine Zahl von 0 bis ${max} sein`,
  domainUnreadable: 'Das Catch-all oder die Regeln der Domain sind nicht lesbar',
  domainYours: 'Diese Domain gehört Ihnen schon und bleibt, wie sie ist',
  domainBrought:
    'Veröffentlichen Sie ihre Einträge, um sie hier nachzuweisen, und importieren Sie dann die Datei für ihre Aliasse noch einmal',
  domainGiven: 'Importieren Sie die Datei für ihre Aliasse noch einmal',
  domainSettings: 'Ihr Catch-all und ihre Regeln',
  domainUnproven: (name) => `Weisen Sie zuerst ${name} hier nach und importieren Sie dann die Datei noch einmal`,
  rulesUnreadable:
    'Die Absenderregeln sind nicht lesbar: Schreiben Sie block, allow oder hold und einen Absender, mit ; dazwischen',
  settingsUnreadable: 'Die Einstellungen sind nicht lesbar: Schreiben Sie sie wie der Export, mit ; dazwischen',
  keySet: 'E-Mails an dieses Postfach werden von nun an verschlüsselt',
  keyYours: 'Dieses Postfach hat diesen Schlüssel schon',
  keyOther: 'Dieses Postfach hat schon einen anderen Schlüssel, der bleibt',
  keyWithoutInbox: 'Ein Schlüssel braucht das eine Postfach, für das er ist',
  tooManyKeys: (max) => `Eine Datei darf höchstens ${max} Schlüssel von Postfächern haben`,
  yours: 'Dieser Alias gehört Ihnen schon',
  repeated: 'Eine frühere Zeile hat diese Adresse',
  deleted: 'Wurde beim anderen Dienst gelöscht',
  unreadable: 'Diese Zeile ist nicht lesbar',
  notesCut: (max) => `Die Notizen werden auf ${max} Zeichen gekürzt`,
};

export const passkeyNames: typeof en.passkeyNames = {
  service: 'Kauke',
  account: (day) => `Kauke-Konto, ${day}`,
};

export const walletStatement: typeof en.walletStatement = 'Bei Kauke anmelden. Das kostet nichts und bewegt nichts.';

export const deviceWords: typeof en.deviceWords = (program, system) => {
  if (program !== null && system !== null) return `${program} auf ${system}`;
  return program ?? system ?? 'Unbekanntes Gerät';
};

export const pairedKeyName: typeof en.pairedKeyName = (device) => `Kauke-Erweiterung (${device})`;
