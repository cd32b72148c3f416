import type * as en from '#messages/pages/undo/undo.ts';

export const undoMessages: typeof en.undoMessages = {
  undo: 'Rückgängig',
  elsewhere: 'Machen Sie es rückgängig, hier oder in der Übersicht unter „Letzte Änderungen“',
  undone: 'Rückgängig gemacht',
  failed: 'Nicht rückgängig gemacht',
  inPart: 'Nicht alles rückgängig gemacht',
  failure: 'Die Änderung konnte nicht rückgängig gemacht werden',
};
