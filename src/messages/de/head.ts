import type * as en from '#messages/head.ts';

export const headTexts: typeof en.headTexts = {
  title: 'Kauke: E-Mail-Aliasse, die an Sie weiterleiten',
  description:
    'E-Mail-Aliasse, die an Sie weiterleiten. Ein Klick, eine neue Identität. Ihr Postfach bleibt geschützt.',
  summary: 'Ein Klick, eine neue Identität. Ihr Postfach bleibt geschützt.',
  picture: 'Eine Maske, und auf Englisch die Worte: Seien Sie, wer Sie wollen. Ihr Postfach bleibt geschützt.',
  noScript: 'Kauke braucht JavaScript, um diese Seite zu zeigen.',
  late: 'Diese Seite lädt lange. Laden Sie sie neu, um es noch einmal zu versuchen.',
};

export const languageMessages: typeof en.languageMessages = {
  title: 'Sprache',
  failed: 'Nicht geändert',
  failure: 'Die Sprache konnte nicht gespeichert werden',
  englishOnly: 'Dieser Text liegt nur auf Englisch vor; verbindlich ist die englische Fassung.',
};
