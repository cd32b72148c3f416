import { count, countText, largeCount } from '#messages/quantities.ts';

/** Aliases that are selected, and changed at once. */
export const manyMessages = {
  selectFound: (total: number) => `Select all ${countText(total)} found`,
  clear: 'Select nothing',
  actions: 'What to do with those selected',
  pause: 'Pause',
  resume: 'Resume',
  inbox: 'Change inbox',
  label: 'Label',
  end: 'Set an end',
  export: 'Export',
  remove: 'Delete',
  working: 'Working...',
  progress: (done: number, total: number) => `${countText(done)} of ${countText(total)} done...`,
  apply: 'Apply',
  cancel: 'Cancel',
  done: {
    pause: 'Aliases Paused',
    resume: 'Aliases Resumed',
    inbox: 'Inbox Changed',
    label: 'Labels Changed',
    end: 'End Changed',
    remove: 'Aliases Deleted',
    export: 'Aliases Exported',
  },
  changed: (total: number) => `${largeCount(total, 'alias', 'aliases')} changed.`,
  deleted: (total: number) => `${largeCount(total, 'alias', 'aliases')} deleted.`,
  unchanged: 'Nothing Changed',
  unchangedDescription: 'They were so already.',
  notChanged: (total: number, reason: string) =>
    `${largeCount(total, 'alias', 'aliases')} could not be changed: ${reason}`,
  /** It ended before its last portion. */
  inPart: 'Not All Changed',
  stopped: (done: number, total: number, reason: string) =>
    `${countText(done)} of ${countText(total)} were reached before this: ${reason}`,
  failure: 'Failed to change these aliases',
  skipped: (total: number) => `${largeCount(total, 'alias', 'aliases')} could not be changed:`,
  more: (total: number) => `and ${countText(total)} more`,
  hideSkipped: 'Hide this',
  inboxTitle: (total: number) => `Change the inbox of ${largeCount(total, 'alias', 'aliases')}`,
  inboxDescription: 'What you name here takes the place of the inboxes and webhooks that they have now.',
  known: 'Use one that you have:',
  use: (inbox: string) => `Use ${inbox}`,
  labelTitle: (total: number) => `Label ${largeCount(total, 'alias', 'aliases')}`,
  labelDescription: 'What you check, all of them get; what you clear is taken off all of them.',
  labels: 'Labels',
  /** Of a label that only some of those selected have. */
  onSome: (name: string, some: number) => `${name} (on ${countText(some)})`,
  newLabels: 'New labels',
  newLabelsHint: 'Separated by commas. Stored encrypted; only you see them.',
  labelNothing: 'Check or clear a label, or name a new one',
  endTitle: (total: number) => `Set an end for ${largeCount(total, 'alias', 'aliases')}`,
  endDescription: 'Once it has come, senders hear that there is no such address. Other ends that they have stay.',
  ends: {
    expiresAt: 'On a day',
    maxMessages: 'After messages',
    idleDays: 'After days without mail',
    never: 'Never: take every end away',
  },
  endKind: 'They end',
  fields: { expiresAt: 'Last day', maxMessages: 'Messages from now on', idleDays: 'Days without mail' },
  idleHint: 'While this is set we note the day of the last mail, and nothing else.',
  removeQuestion: (total: number) => `Delete ${largeCount(total, 'alias', 'aliases')}?`,
  removeHidden: (total: number) => `${countText(total)} of them are not shown by your search and filters.`,
  removeDescription: 'Mail to them will be refused from now on.',
  binned: (days: number) =>
    days === 0
      ? 'Your account has no bin, so this cannot be undone; you can create the addresses again.'
      : `They stay in the bin for ${count(days, 'day', 'days')}, where you can restore them. Their SMTP passwords do not come back.`,
  keep: 'Keep them',
  confirmRemove: (total: number) => `Delete ${countText(total)}`,
  file: 'kauke-selected-aliases.csv',
  exported: (total: number) =>
    `${largeCount(total, 'alias', 'aliases')} saved as a file that the import in the settings reads. Sender rules are not in it.`,
};

/** The labels of the account. */
export const labelMessages = {
  title: 'Labels',
  description: 'Stored encrypted: only you see them. An account has 100 at most.',
  back: 'Back to your aliases',
  loading: 'Loading labels...',
  none: 'No labels yet. Give some to your aliases, and they stand here.',
  notLoaded: 'Your labels could not be loaded.',
  found: (total: number) => count(total, 'alias', 'aliases'),
  rename: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name of ${name}`,
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete',
  deleteLabel: (name: string) => `Delete the label ${name}`,
  deleteQuestion: (name: string) => `Delete the label “${name}”?`,
  deleteDescription: (aliases: number) =>
    aliases === 0 ? 'No alias has it.' : `It is taken off ${count(aliases, 'alias', 'aliases')}. Nothing else changes.`,
  deleting: 'Deleting...',
  deleted: 'Label Deleted',
  renamed: 'Label Renamed',
  failed: 'Nothing Changed',
  failure: 'Failed to change this label',
};
