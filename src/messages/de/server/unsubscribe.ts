import type * as en from '#messages/server/unsubscribe.ts';

export const unsubscribeTexts: typeof en.unsubscribeTexts = {
  pauseQuestion: 'Diesen Alias pausieren?',
  pauseText: (alias) =>
    `E-Mails an ${alias} werden dann verworfen, bis der Alias wieder eingeschaltet wird. Absender erfahren nichts davon.`,
  pause: 'Alias pausieren',
  paused: 'Alias pausiert',
  pausedText: (alias) =>
    `E-Mails an ${alias} werden verworfen, bis der Alias wieder eingeschaltet wird. Absender erfahren nichts davon.`,
  pausedByOwner: (alias) =>
    `${alias} wurde im Konto oder auf anderem Weg pausiert. Dieser Link ändert daran nichts; das geht im Konto.`,
  blockQuestion: 'Diesen Absender blockieren?',
  blockText: (sender, alias) =>
    `E-Mails von ${sender} an ${alias} werden dann verworfen, ohne dass der Absender davon erfährt. Alle anderen kommen weiter durch.`,
  block: 'Absender blockieren',
  blocked: 'Absender blockiert',
  blockedText: (sender, alias) =>
    `E-Mails von ${sender} an ${alias} werden verworfen, ohne dass der Absender davon erfährt. Alle anderen kommen weiter durch.`,
  blockedByOwner: (sender, alias) =>
    `${sender} wurde bei ${alias} im Konto oder auf anderem Weg blockiert. Dieser Link ändert daran nichts; das geht im Konto.`,
  undo: 'Rückgängig machen',
  undone: 'Rückgängig gemacht',
  undoneText: 'E-Mails kommen an wie zuvor.',
  unusable: 'Dieser Link bewirkt nichts',
  unusableText: (days) =>
    `Er ist älter als ${days} Tage, wurde nicht ganz kopiert, oder den Alias dazu gibt es nicht mehr. Nichts wurde geändert.`,
  tooOften: 'Zu oft',
  tooOftenText:
    'Das wurde innerhalb einer Stunde viele Male getan und rückgängig gemacht. Bitte später noch einmal versuchen.',
  toAccount: 'Zum Konto',
};
