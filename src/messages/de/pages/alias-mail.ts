import type * as en from '#messages/pages/alias-mail.ts';

export const contactMessages: typeof en.contactMessages = {
  title: 'Jemandem schreiben',
  description:
    'Holen Sie sich die Adresse, über die Sie jemanden als dieser Alias erreichen. Dort können Sie Absender auch blockieren.',
  noList: 'Es gibt keine Liste: Kontakte sind so gespeichert, dass niemand lesen kann, wer sie sind.',
  address: 'Deren E-Mail-Adresse',
  get: 'Reverse-Adresse holen',
  getting: 'Wird geholt …',
  notMade: 'Nicht erzeugt',
  failure: 'Die Reverse-Adresse konnte nicht erzeugt werden',
  copy: (address) => `Reverse-Adresse von ${address} kopieren`,
  blocked: 'Blockiert',
  blockedDescription: 'Deren E-Mails werden verworfen, ohne dass sie es erfahren. Sie können ihnen nicht schreiben.',
  reaches: (alias) => `Was Sie aus Ihrem Postfach dorthin senden, kommt bei ihnen von ${alias} an.`,
  block: 'Blockieren',
  blocking: 'Wird blockiert …',
  blockOne: (address) => `${address} blockieren`,
  unblock: 'Nicht mehr blockieren',
  unblocking: 'Wird freigegeben …',
  unblockOne: (address) => `${address} nicht mehr blockieren`,
  notChanged: 'Nicht geändert',
  changeFailure: 'Die Blockierung des Absenders konnte nicht geändert werden',
};

export const handlingMessages: typeof en.handlingMessages = {
  title: 'Umgang mit E-Mails',
  loading: 'Einstellungen werden geladen …',
  notLoaded: 'Die Einstellungen konnten nicht geladen werden.',
  tryAgain: 'Noch einmal versuchen',
  notSaved: 'Nicht gespeichert',
  failure: 'Die Einstellung konnte nicht gespeichert werden',
  transparent: {
    title: 'Transparenter Modus',
    text: 'Signierte E-Mails kommen unverändert an, von ihrem echten Absender.',
    warning: 'Ihre Antworten darauf gehen am Alias vorbei und zeigen Ihre echte Adresse.',
  },
  cutThrough: {
    title: 'E-Mails vor der Zustellung speichern',
    text: 'Verbirgt, wie und wie schnell Ihr Postfach antwortet, was Absendern verraten kann, welche Aliasse dorthin führen. E-Mails werden bis zur Zustellung verschlüsselt gespeichert.',
  },
  autoReplies: {
    title: 'Automatische Antworten hinauslassen',
    text: 'Abwesenheitsnotizen verraten Fremden, dass die Adresse gelesen wird.',
  },
  identityParts: {
    title: 'Verräterische Anhänge hinauslassen',
    text: 'Signaturen, Schlüssel und die Eigenschaften von Dokumenten können Ihren Namen verraten. Solange dies aus ist, werden solche E-Mails nicht gesendet.',
  },
  encryptedReplies: {
    title: 'Verschlüsselte Antworten hinauslassen',
    text: 'Solange dies aus ist, wird eine Antwort abgewiesen, die Ihr E-Mail-Programm verschlüsselt hat.',
    warning:
      'In Verschlüsseltes kann niemand hineinsehen: Ihr Name und Ihre Adresse können darin stehen, und die Nummern der Schlüssel sind sichtbar, auch Ihres, wenn Ihr Programm zugleich für Sie verschlüsselt.',
  },
  removeTrackers: {
    title: 'Verfolger entfernen',
    text: 'Bilder, die Absendern melden, wann gelesen wird, und Teile von Links, die ihnen sagen, wer geklickt hat, werden aus weitergeleiteten E-Mails geschnitten. Signierte und verschlüsselte Teile bleiben.',
  },
  fromName: {
    label: 'Absendername',
    text: 'Steht bei E-Mails, die Sie senden, neben dem Alias, anstelle des Namens aus Ihrem E-Mail-Programm. Wenn Sie das Feld leer lassen, steht dort der Name der Domain oder keiner.',
    save: 'Speichern',
    saving: 'Wird gespeichert...',
    saved: 'Name gespeichert',
  },
  inClear: {
    title: 'E-Mails unverschlüsselt weiterleiten',
    text: 'E-Mails an diesen Alias kommen an, wie sie waren, auch in einem Postfach mit Schlüssel.',
    warning: 'Ihr E-Mail-Anbieter kann sie lesen.',
  },
  unsubscribe: {
    title: 'Schaltfläche zum Abbestellen',
    text: 'Was geschieht, wenn Sie in Ihrem E-Mail-Programm auf „Abbestellen“ drücken. Bei der zweiten und dritten Wahl hat jede Nachricht diese Schaltfläche, und über ihren Link machen Sie es auch rückgängig.',
    wishes: {
      author: 'Was der Absender damit meinte',
      pause: 'Diesen Alias pausieren',
      block: 'Den Absender blockieren',
    },
  },
};

export const otherSenderMessages: typeof en.otherSenderMessages = {
  alsoUsed: (day) => `Seit ${day} auch von jemand anderem benutzt`,
  why: 'Jemand hat hierher geschrieben, der es vorher nicht tat und dem Sie nie geschrieben haben. Wem Sie die Adresse gegeben haben, der hat sie vielleicht weitergegeben.',
  expect: 'Das ist in Ordnung',
  expecting: 'Wird vermerkt …',
  failure: 'Das konnte nicht vermerkt werden',
};
