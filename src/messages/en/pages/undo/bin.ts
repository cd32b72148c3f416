import { count } from '#messages/quantities.ts';

/** Deleted aliases, and changes that can be undone. */
export const binMessages = {
  title: 'Bin',
  back: 'Back to your aliases',
  loading: 'Loading the bin...',
  notLoaded: 'The bin could not be loaded.',
  description:
    'Mail to a deleted alias is refused. It comes back with its targets, notes and settings, but without its SMTP password.',
  none: 'The bin is empty',
  noneDescription: 'Deleted aliases stay here for as long as you chose in Settings.',
  times: (deleted: string, ends: string) => `Deleted ${deleted}, will be erased ${ends}`,
  restore: 'Restore',
  restoreOne: (address: string) => `Restore ${address}`,
  restored: 'Alias Restored',
  restoredDescription: (address: string) => `Mail to ${address} is taken again.`,
  notRestored: 'Not Restored',
  restoreFailure: 'Failed to restore alias',
  forget: 'Delete for good',
  forgetQuestion: (address: string) => `Delete ${address} for good?`,
  forgetDescription: 'This cannot be undone. You can create the address again; nobody else can, if it ever got mail.',
  forgotten: 'Alias Deleted For Good',
  forgetting: 'Deleting...',
  notForgotten: 'Deletion Failed',
  forgetFailure: 'Failed to delete alias',
  keep: 'Keep it',
  changes: 'Recent changes',
  changesDescription: 'Each can be undone for 7 days. Later changes stay.',
  noChanges: 'Nothing was changed in the last 7 days',
  changedAt: (what: string, when: string) => `${what}, ${when}`,
  undoOne: (what: string, of: string) => `Undo: ${what}, ${of}`,
  kinds: {
    deleted: 'Deleted',
    target_removed: 'Target removed',
    targets: 'Forwarded elsewhere',
    renamed: 'Renamed',
    paused: 'Paused',
    activated: 'Activated',
    settings: 'Mail handling changed',
    notes: 'Notes changed',
    labels: 'Labels changed',
    life: 'End changed',
  },
};

/** How long deleted aliases stay. */
export const binSettingMessages = {
  title: 'Deleted aliases',
  description: 'A deleted alias is unknown to everybody. You can restore it from the bin while it lies there.',
  label: 'Keep deleted aliases',
  choice: (days: number) => (days === 0 ? 'Not at all: gone at once' : `For ${count(days, 'day', 'days')}`),
  hint: 'For aliases that you delete from now on. Those in the bin keep their day.',
  failure: 'How long deleted aliases stay could not be changed',
};
