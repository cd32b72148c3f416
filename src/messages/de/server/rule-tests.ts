import type * as en from '#messages/server/rule-tests.ts';

export const ruleTestTexts: typeof en.ruleTestTexts = {
  exists: 'Das ist schon ein Alias: Die Regeln werden nicht gefragt.',
  gone: 'Dieser Alias wurde gelöscht. Von selbst kommt er nie zurück, was die Regeln auch sagen; Sie können ihn neu anlegen.',
  operator: 'Das geht an den Betreiber dieses Dienstes, bis ein Alias so heißt.',
  reverse: 'So sehen Adressen aus, über die Sie als Alias antworten: E-Mails legen daraus keinen Alias an.',
  make: 'Die erste E-Mail, die sich nicht als Müll erweist, legt diesen Alias an.',
  makesNothingYet: 'Diese Regel würde den Alias anlegen, aber Catch-all ist aus: E-Mails an ihn werden abgewiesen.',
  refuse: 'E-Mails dorthin werden abgewiesen, wie an eine Adresse, die es nicht gibt.',
  unknown: 'Keine Regel nimmt das: E-Mails dorthin werden abgewiesen, wie an eine Adresse, die es nicht gibt.',
};
