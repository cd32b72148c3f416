import type * as en from '#messages/faults.ts';

export const accountFaultTexts: typeof en.accountFaultTexts = {
  email: 'Geben Sie eine gültige E-Mail-Adresse ein',
  localBeyondAscii:
    'Vor dem @ sind nur Buchstaben ohne Umlaute und Akzente, Ziffern und Zeichen möglich: Viele Mailserver nehmen keine anderen',
  passwordMissing: 'Geben Sie ein Passwort ein',
  passwordTooShort: (min) => `Das Passwort muss mindestens ${min} Zeichen haben`,
  passwordTooLong: (maxBytes) => `Das Passwort darf höchstens ${maxBytes} Byte lang sein`,
  passwordWrong: 'Das ist nicht Ihr aktuelles Passwort',
  codeMissing: 'Der Code fehlt',
  codeInvalid: 'Das ist kein Code',
  walletMissing: 'Die Adresse der Wallet fehlt',
  signatureMissing: 'Die Signatur fehlt',
};

export const aliasFaultTexts: typeof en.aliasFaultTexts = {
  aliasRequired: 'Geben Sie einen Alias ein',
  aliasInvalid: 'Diese Form ist für einen Alias nicht möglich',
  aliasReserved: (alias) => `„${alias}“ ist ein reservierter Name. Bitte wählen Sie einen anderen.`,
  aliasFixed: 'Wohin dieser Alias führt, bestimmt, wer die Domain verwaltet. Sie können ihn pausieren oder löschen.',
  domainRequired: 'Wählen Sie eine Domain',
  domainUnavailable: 'Diese Domain ist nicht verfügbar',
  targetRequired: 'Mindestens eine E-Mail-Adresse oder Webhook-URL ist nötig',
  targetsInvalid: 'Bitte geben Sie gültige E-Mail-Adressen oder Webhook-URLs (https://…) ein, durch Kommas getrennt',
  tooManyTargets: (max) => `Ein Alias kann an höchstens ${max} Adressen weiterleiten`,
  sendsAsNone: 'Als diese Adresse sendet dieses Passwort nicht: Geben Sie einen Ihrer Aliasse ein, der an ist',
  inboxYours: 'Dieses Postfach haben Sie schon',
  targetNotYours: 'Eines dieser Postfächer gehört nicht Ihnen',
  targetIsOurs: (domain) => `${domain} ist eine unserer eigenen Domains. Bitte nehmen Sie ein Postfach anderswo.`,
  targetTakesNoMail: (domain) => `${domain} kann keine E-Mails empfangen. Bitte nehmen Sie ein echtes Postfach.`,
  webhookIsOurs: (host) => `${host} ist unser eigener Server. Bitte nehmen Sie einen Webhook anderswo.`,
  notesTooLong: (max) => `Notizen dürfen höchstens ${max} Zeichen haben`,
  nothingChanged: 'Mindestens ein Feld (alias, forwardTo, active, notes oder lastForwardTo) muss angegeben werden',
  noSetting: 'Mindestens eine Einstellung muss angegeben werden',
  contactIsAlias: 'Das ist der Alias selbst',
  aliasIdRequired: 'Die ID des Alias fehlt',
  generate: 'Wählen Sie, wie der Name gebildet wird: aus Wörtern, aus Zeichen oder als UUID',
  copiesNotOffered: 'Der Weiterleitungsanbieter kann Antworten nicht kopieren',
};

export const providerFaults: typeof en.providerFaults = {
  taken:
    'Der Weiterleitungsanbieter hat diese Adresse schon mit einem anderen Ziel. Bitte wählen Sie einen anderen Namen.',
  plan_limit:
    'Der Tarif beim Weiterleitungsanbieter erlaubt das nicht. Bitte wenden Sie sich an den Betreiber dieses Dienstes.',
  refused: 'Der Weiterleitungsanbieter hat das abgelehnt.',
};

export const binDaysFaultText: typeof en.binDaysFaultText = (max) =>
  `Gelöschte Aliasse können 0 bis ${max} Tage aufbewahrt werden`;

export const apiKeyFaultTexts: typeof en.apiKeyFaultTexts = {
  nameRequired: 'Der Name fehlt',
  nameTooLong: (max) => `Ein Name darf höchstens ${max} Zeichen haben`,
  scope: 'Wählen Sie, was der Schlüssel darf',
  days: (max) => `Ein Schlüssel gilt zwischen 1 und ${max} Tagen`,
};

export const inputFaults: typeof en.inputFaults = {
  unknownField: 'Unbekanntes Feld',
  noId: 'Das ist keine Kennung dieses Servers',
  feedbackMissing: 'Bitte schreiben Sie zuerst etwas',
  feedbackTooLong: (max) => `Das Feedback darf höchstens ${max} Zeichen haben`,
  csvMissing: 'Eine CSV-Datei ist nötig',
};

export const foreignFaults: typeof en.foreignFaults = {
  flag: 'Das muss true oder false sein',
  trashed: 'Das muss with, without oder only sein',
  page: 'Die Seite muss eine Zahl ab 1 sein',
  pageSize: (max) => `Die Seitengröße muss zwischen 1 und ${max} liegen`,
  searchTooLong: (max) => `Eine Suche darf höchstens ${max} Zeichen haben`,
  searchBroken: 'Eine Suche darf keine beschädigten Zeichen enthalten',
  sort: 'Danach lassen sich Aliasse nicht sortieren',
  recipient: 'Das ist nicht die ID eines Empfängers',
  domain: 'Das ist nicht die ID einer Domain',
  format: 'Dieses Format ist nicht bekannt',
  expiration: 'Der Ablauf muss day, week, month oder year sein',
  pageId: 'Die Seite muss eine Zahl ab 0 sein (page_id)',
};

export const ruleFaultTexts: typeof en.ruleFaultTexts = {
  patternMissing: 'Jede Regel braucht ein Muster',
  patternTooLong: (max) => `Ein Muster darf höchstens ${max} Zeichen haben`,
  tooManyRules: (max) => `Eine Domain kann höchstens ${max} Regeln haben`,
  refusesAndForwards: 'Eine Regel, die E-Mails abweist, leitet sie nirgendwohin weiter',
  refusesAndLabels: 'Eine Regel, die E-Mails abweist, legt nichts an, das Labels bekäme',
  tooManyLabels: (max) => `Eine Regel kann höchstens ${max} Labels haben`,
  pattern: (number, fault, position) => `Regel ${number}: ${fault}, bei Zeichen ${position}`,
  notInNames: (character) => `kein Name enthält ${character}`,
  tooComplicated: 'das ist zu kompliziert',
  onlyOwnerForwards: 'Nur der Besitzer der Domain bestimmt, wohin ihre E-Mails gehen',
  onlyOwnerLabels: 'Nur der Besitzer der Domain gibt ihren neuen Aliassen Labels',
  addressMissing: 'Eine Adresse ist nötig',
  notOnDomain: 'Das ist keine Adresse auf dieser Domain',
};

export const senderRuleFaults: typeof en.senderRuleFaults = {
  match: 'Geben Sie eine Adresse ein, eine Domain wie @example.com oder eine Liste wie list:news.example.com',
  scope: 'Wählen Sie einen Alias oder alle',
  action: 'Wählen Sie blockieren, erlauben oder zurückhalten',
  evenIfRejected: 'Nur eine Regel, die erlaubt, kann abgewiesene E-Mails durchlassen',
};

export const holdDaysFaultText: typeof en.holdDaysFaultText = (max) =>
  `E-Mails können 0 bis ${max} Tage zurückgehalten werden`;

export const siteFaults: typeof en.siteFaults = {
  host: 'Der Host einer Website wird gebraucht, etwa shop.example',
};

/** What may be wrong with a name to send with. */
export const fromNameFaultTexts: typeof en.fromNameFaultTexts = {
  tooLong: (max) => `Ein Absendername darf höchstens ${max} Zeichen haben`,
  invalid: 'Ein Absendername hat keine Zeilenumbrüche, unsichtbaren Zeichen, @, < oder >',
};

/** What may be wrong with what an owner writes about a domain. */
export const domainFaultTexts: typeof en.domainFaultTexts = {
  descriptionTooLong: (max) => `Eine Beschreibung darf höchstens ${max} Zeichen haben`,
};
