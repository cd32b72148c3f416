type CatchAll = 'off' | 'all' | 'rules';

const catchAll: Readonly<Record<CatchAll, string>> = {
  off: 'Refused: only aliases that you made get mail',
  rules: 'Use the rules below, refuse the rest',
  all: 'Use the rules below, make an alias of the rest',
};

/** What becomes of mail to names of a domain that are no alias. */
export const ruleMessages = {
  title: (name: string) => `Mail to unknown names on ${name}`,
  catchAll,
  catchAllLabel: 'Mail to unknown names',
  catchAllHint:
    'An alias is made by the first mail, once it proved not to be junk: at most 50 an hour. Deleted ones never come back by themselves.',
  forwardTo: 'New aliases forward to',
  forwardToHint: 'Empty: to the default inbox of your account.',
  /** Where another forwards, and takes no rules of ours. */
  elsewhere: {
    all: 'Forwarded as well, without becoming an alias',
    hint: 'Forwarded by ImprovMX: every name that is no alias gets through, those too that you deleted, and no alias is made.',
    forwardTo: 'Forward to',
  },
  rules: 'Rules (the first match decides)',
  noRules: 'No rules yet.',
  rule: (number: number) => `Rule ${number}`,
  kind: 'Kind',
  kinds: { glob: 'Pattern with * and ?', regex: 'Regular expression' },
  pattern: 'Name',
  patternHint: { glob: 'For example shop-*', regex: 'For example shop-[0-9]+, for the whole name' },
  action: 'Action',
  actions: { make: 'Make an alias', refuse: 'Refuse' },
  ruleForwardTo: 'Forwards to',
  ruleForwardToHint: 'Empty: as above.',
  labels: 'Labels',
  labelsHint: 'Separated by commas. A new alias gets them.',
  up: (number: number) => `Move rule ${number} up`,
  remove: (number: number) => `Remove rule ${number}`,
  add: 'Add rule',
  save: 'Save',
  saving: 'Saving...',
  failure: 'The rules could not be saved',
  export: 'Export rules',
  import: 'Import rules',
  importFailure: 'This file holds no rules',
  fileName: (name: string) => `rules-${name}.json`,
  test: 'Try a name',
  testHint: 'Tests the rules as shown, saved or not.',
  testButton: 'Try',
  testing: 'Trying...',
  testFailure: 'The name could not be tried',
  takenBy: (number: number) => `Rule ${number} takes it.`,
  takenByNone: 'No rule takes it.',
  notLoaded: 'This could not be loaded. Please try again.',
};
