/** The button that takes a change back. */
export const undoMessages = {
  undo: 'Undo',
  elsewhere: 'Undo it, or find it under recent changes on the dashboard',
  undone: 'Undone',
  failed: 'Not Undone',
  inPart: 'Not All Undone',
  failure: 'The change could not be undone',
};
