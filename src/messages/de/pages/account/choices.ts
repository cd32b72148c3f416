import type * as en from '#messages/pages/account/choices.ts';

export const aliasChoiceMessages: typeof en.aliasChoiceMessages = {
  domain: 'Standarddomain',
  domainHint: 'Steht auf der Übersicht vorn und gilt für Aliasse, die Programme ohne Domain anlegen.',
  firstDomain: (domain) => `Die erste: ${domain}`,
  names: 'Ausgedachte Namen',
  namesHint: 'Auf der Übersicht und in Programmen, wenn diese nichts anderes verlangen.',
  usual: 'Wie üblich: Wörter, für addy.io Zeichen',
  formats: {
    words: 'Zwei Wörter und eine Zahl',
    characters: 'Zufällige Zeichen',
    uuid: 'Ein langer Zufallsname (UUID)',
  },
  endings: 'Endungen Ihrer eigenen Namen',
  endingsHint: 'Was Apps für SimpleLogin hinter einem Namen anbieten, den Sie wählen.',
  failure: 'Die Auswahl konnte nicht gespeichert werden',
};

export const senderFormatMessages: typeof en.senderFormatMessages = {
  title: 'Wie Absender gezeigt werden',
  description:
    'Beim Absender und den anderen Empfängern weitergeleiteter E-Mails. Worauf Sie antworten, bleibt dasselbe.',
  label: 'Absender',
  formats: {
    at: 'Bob (bob at example.com)',
    bracket: 'Bob - bob(a)example.com',
    name: 'Bob: nur der Name',
    address: 'bob at example.com: nur die Adresse',
    none: 'Weder noch: nur die Rückadresse',
  },
  nameWarning:
    'Jeder kann jeden Namen angeben. Ohne die Adresse daneben sehen Sie nicht, wer wirklich geschrieben hat; wer keinen Namen hat, wird mit der Adresse gezeigt.',
  noneWarning: 'Wer geschrieben hat, sehen Sie nur an dem, was die E-Mail von sich selbst sagt.',
  failure: 'Die Auswahl konnte nicht gespeichert werden',
};

export const domainEndingMessages: typeof en.domainEndingMessages = {
  label: 'Ausgedachte Endungen in Apps',
  text: 'Apps für SimpleLogin bieten hinter einem Namen, der auf dieser Domain gewählt wird, eine ausgedachte Endung an.',
  failure: 'Die Einstellung konnte nicht gespeichert werden',
};
