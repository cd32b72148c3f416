import { count, countText } from '#messages/quantities.ts';

/** The dashboard around the list of aliases. */
export const dashboardMessages = {
  title: 'Email Forwarding',
  subtitle: 'Manage privacy aliases and email forwarding settings',
  settings: 'Settings',
  spamNoteRead: 'Got it',
  spamNote: 'Forwarded mail may land in spam at first. Mark it ‘not spam’ and it will find your inbox.',
};

export const deleteAccountMessages = {
  title: 'Delete Account',
  description: (days: number) => `Permanently delete your account and all aliases. Can be undone for ${days} days.`,
  question: 'Delete your account?',
  lost: (until: string) =>
    `Your aliases stop at once. Until ${until} you can sign in and keep your account. After that we erase:`,
  losses: ['All aliases and forwarding', 'Account settings and data', 'All personal information'],
  /** What has to be typed, in capitals. */
  word: 'DELETE',
  typeWord: (word: string) => `Type ${word} to confirm`,
  cancel: 'Cancel',
  deleting: 'Deleting...',
  done: 'Account Deleted',
  failed: 'Deletion Failed',
  failure: 'Failed to delete account',
};

/** The forms for new and for changed aliases. */
export const aliasFormMessages = {
  title: 'Create New Alias',
  storedHow: 'Names are stored as written. Notes, labels and inboxes are stored encrypted.',
  create: 'Create Alias',
  creating: 'Creating...',
  created: 'Alias Created',
  notCreated: 'Creation Failed',
  createFailure: 'Failed to create alias',
  notAllowed: 'Alias Not Allowed',
  name: 'Alias Name',
  nameExample: 'my-alias',
  domain: 'Domain',
  loadingDomains: 'Loading domains...',
  domainsNotLoaded: 'Domains could not be loaded',
  tryAgain: 'Try again',
  notes: 'Notes (Optional)',
  more: 'Labels and end',
  moreLabels: 'Labels',
  pass: 'Pass to another account',
  notesLeft: (left: number, max: number) => `${left} of ${max} left`,
  charactersLeft: (left: number) => `${left} characters left`,
  edit: (address: string) => `Edit ${address}`,
  changedElsewhere: 'This alias was changed elsewhere since you began. Saving replaces that.',
  staysPaused: 'Paused - emails silently dropped. It stays paused when you save.',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
  updated: 'Alias Updated',
  updatedDescription: (address: string) => `${address} is saved.`,
  notUpdated: 'Update Failed',
  updateFailure: 'Failed to update alias',
};

/** The line that makes an alias. */
export const createLineMessages = {
  /** What to type, and what comes of it while nothing is typed. */
  placeholder: 'Name, or random',
  names: 'Made-up names',
  words: 'like calm.fox4821',
  characters: 'like k3v9x2m7qd',
  uuid: 'like a UUID',
  inbox: 'Inbox',
  to: (inbox: string) => `to ${inbox}`,
  noInbox: 'No inbox yet',
  more: 'More',
  moreOf: 'More about the new alias',
  less: 'Less',
  lessOf: 'Less about the new alias',
  loading: 'Loading...',
  copied: (address: string) => `${address} is copied to your clipboard.`,
  notCopied: (address: string) => `${address} could not be copied by itself.`,
  copy: 'Copy',
  copyElsewhere: 'Press its address in the list to copy it',
};

export const targetsFieldMessages = {
  label: 'Forward To Email(s) & Webhooks',
  hint: 'Several emails and https webhook URLs are supported, separated by commas, spaces or lines.',
  useOwn: 'Use my email',
  count: (count: number, max: number) => `${count} of ${max}`,
  targets: 'Targets',
  webhook: 'Webhook',
  notValid: 'Not valid:',
  remove: (target: string) => `Remove ${target}`,
};

export const aliasListMessages = {
  title: 'Your Aliases',
  loading: 'Loading aliases...',
  notLoaded: 'Your aliases could not be loaded.',
  none: 'No aliases yet',
  noneDescription: 'Create your first email alias to get started with forwarding',
  noMatch: 'No aliases found',
  noMatchDescription: (search: string) => `No aliases match your search for "${search}"`,
  shown: 'Show',
  shows: {
    all: 'All',
    on: 'On',
    paused: 'Paused',
    waiting: 'Waiting',
    failing: 'Failing',
    ended: 'Ended',
    bin: 'Bin',
  },
  /** Of a list that shows one state alone. */
  noneShown: 'None of your aliases is in this state now.',
  showAll: 'Show all aliases',
  foundOf: (found: string, count: string) => `${found} of ${count}`,
  sortBy: 'Sort by',
  sorts: {
    alias: (down: boolean): string => (down ? 'Alias, Z to A' : 'Alias, A to Z'),
    forwardsTo: (down: boolean): string => (down ? 'Inbox, Z to A' : 'Inbox, A to Z'),
    notes: (down: boolean): string => (down ? 'Note, Z to A' : 'Note, A to Z'),
    created: (down: boolean): string => (down ? 'Newest first' : 'Oldest first'),
    status: (down: boolean): string => (down ? 'Status, on first' : 'Status, faults first'),
  },
  search: 'Search aliases',
  searchPlaceholder: 'Search aliases...',
  perPage: 'Per page',
  showing: (first: number, last: number, total: number) =>
    `Showing ${countText(first)}-${countText(last)} of ${countText(total)} aliases`,
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  previous: 'Previous',
  next: 'Next',
  columns: {
    selected: 'Selected',
    alias: 'Alias',
    forwardsTo: 'Forwards To',
    notes: 'Notes',
    created: 'Created',
    actions: 'Actions',
    status: 'Status',
  },
};

/** One alias of the list. */
export const aliasMessages = {
  noNote: 'No note',
  deliveries: (waiting: number, areFailing: boolean) =>
    `${waiting} ${waiting === 1 ? 'message' : 'messages'} ${areFailing ? 'not delivered yet' : 'waiting'}`,
  nextTry: (deliveries: string, time: string) => `${deliveries}, next try ${time}`,
  copy: (address: string) => `Copy ${address}`,
  actionsOf: (address: string) => `Actions of ${address}`,
  /** The menu, and what is in it. Each of the next five begins with these words. */
  actions: {
    all: 'Actions',
    open: 'Open',
    edit: 'Edit',
    smtp: 'SMTP settings',
    mail: 'Contacts and mail handling',
    remove: 'Delete',
  },
  open: (address: string) => `Open ${address}`,
  edit: (address: string) => `Edit ${address}`,
  smtp: (address: string) => `SMTP settings of ${address}`,
  mail: (address: string) => `Contacts and mail handling of ${address}`,
  remove: (address: string) => `Delete ${address}`,
  loading: 'Loading...',
  /** Begins with what the button says. */
  closePart: (part: string) => `Close: ${part}`,
  alsoUsed: 'Also used by someone else',
  partNotLoaded: 'This part could not be loaded. Check your connection, then load the page again.',
  states: {
    on: 'On',
    failing: 'Failing',
    waiting: 'Waiting',
    stopped: 'Stopped',
    paused: 'Paused',
    ended: 'Ended',
    settingUp: 'Setting up',
    notLive: 'Not live',
    domainOff: 'Domain off',
    domainUnverified: 'Unverified',
    ownersRole: 'Owner’s name',
  },
  /** In the place of these, where all of the account is. */
  suspended: 'Suspended',
  toggle: (address: string) => `Forward mail to ${address}`,
  activated: 'Alias Activated',
  activatedDescription: (address: string) => `Mail to ${address} is forwarded again.`,
  paused: 'Alias Paused',
  pausedDescription: (address: string) => `Mail to ${address} is silently dropped.`,
  notToggled: 'Toggle Failed',
  toggleFailure: 'Failed to toggle alias',
  removeQuestion: (address: string) => `Delete ${address}?`,
  removeDescription:
    'Mail to it will be refused from now on. An address that ever got mail can never be taken by anybody else.',
  /** What becomes of it, once it is known how long its owner keeps deleted aliases. */
  binned: (days: number) =>
    days === 0
      ? 'Your account has no bin, so this cannot be undone; you can create the address again.'
      : `It stays in the bin for ${count(days, 'day', 'days')}, where you can restore it. Its SMTP password does not come back.`,
  keep: 'Keep it',
  confirmRemove: 'Delete alias',
  removing: 'Deleting...',
  removed: 'Alias Deleted',
  removedDescription: (address: string) => `${address} no longer takes mail.`,
  notRemoved: 'Deletion Failed',
  removeFailure: 'Failed to delete alias',
};

/** The targets of an alias, and what keeps mail from them. */
export const aliasTargetMessages = {
  paused: 'Paused - emails silently dropped',
  inboxes: (total: number) => `${total} inboxes`,
  targets: (total: number) => `${total} inboxes and webhooks`,
  foldOf: (text: string, address: string) => `${text} of ${address}`,
  away: (total: number) => `${total} not taking mail`,
  stopped: 'Stopped by its owner',
  disabled: 'Switched off',
  settings: 'Settings',
  settingsOf: 'Settings of this webhook',
  unverified: 'Not verified yet',
  unconfirmed: 'Waiting for confirmation',
  sendAgain: 'Send again',
  sending: 'Sending...',
  verify: 'Verify now',
  verifying: 'Verifying...',
};

export const smtpMessages = {
  loading: 'Loading SMTP settings...',
  notLoaded: 'The SMTP settings could not be loaded.',
  tryAgain: 'Try again',
  intro: 'Send emails directly from this alias',
  description: 'Your mail program signs in with a password of this alias alone.',
  guide: 'Setup guide',
  create: 'Create SMTP',
  creating: 'Creating...',
  created: 'SMTP Credentials Created',
  createdDescription: (seconds: number) => `Copy the password now as it will be hidden in ${seconds} seconds.`,
  createFailure: 'Failed to create SMTP credentials',
  failed: 'Error',
  email: 'Email',
  copyEmail: 'Copy SMTP username',
  password: 'Password',
  copyPassword: 'Copy SMTP password',
  noPassword: 'Generate new →',
  hiddenIn: (seconds: number) => `Hidden in ${seconds} s`,
  server: 'Server',
  ports: (port: number, sslPort: number) => `on port ${port} with TLS, or ${sslPort} with SSL`,
  settingUp: 'Setting up: it signs in soon.',
  regenerate: 'Regenerate password',
  regenerateQuestion: 'Make a new password?',
  regenerateDescription: (address: string) =>
    `The one that your mail programs use for ${address} stops working at once.`,
  keepIt: 'Keep it',
  confirmRegenerate: 'Regenerate',
  regenerating: 'Regenerating...',
  regenerated: 'Password Regenerated',
  regeneratedDescription: (seconds: number) =>
    `New SMTP password generated. Copy it now as it will be hidden in ${seconds} seconds.`,
  regenerateFailure: 'Failed to regenerate password',
  remove: 'Delete',
  removeThem: 'Delete credentials',
  removeQuestion: 'Delete these SMTP credentials?',
  removeDescription: (address: string) =>
    `No mail program can send as ${address} any more. Mail to it is forwarded as before.`,
  keepThem: 'Keep them',
  removing: 'Deleting...',
  removed: 'SMTP Credentials Deleted',
  removeFailure: 'Failed to delete SMTP credentials',
};

export const shortcutMessages = {
  title: 'Keyboard shortcuts',
  description: 'Those of one letter work outside text fields; those of the list where it is.',
  newAlias: 'New alias',
  search: 'Search aliases',
  rows: 'Next or previous alias',
  openRow: 'Open its page',
  copy: 'Copy its address',
  pause: 'Pause or resume it',
  edit: 'Edit it',
  palette: 'Search and jump, on every page',
  help: 'This help, on every page',
  save: 'Save an edited alias',
  select: 'Select the alias that has the focus',
  extend: 'Select the next one, too',
  cancel: 'Cancel editing, or select nothing',
  notice: 'Go to the latest notice',
  singleKeys: 'Single-key shortcuts',
};
