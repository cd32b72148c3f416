import type * as en from '#messages/pages/undo/undo.ts';

export const undoMessages: typeof en.undoMessages = {
  undo: 'Atšaukti',
  elsewhere: 'Atšaukite čia arba skydelyje prie paskutinių pakeitimų',
  undone: 'Atšaukta',
  failed: 'Neatšaukta',
  inPart: 'Atšaukta ne viskas',
  failure: 'Pakeitimo atšaukti nepavyko',
};
