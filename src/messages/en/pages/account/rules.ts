type CatchAll = 'off' | 'all' | 'rules';

const catchAll: Readonly<Record<CatchAll, string>> = {
  off: 'Refused: only aliases that you made get mail',
  rules: 'Asks the rules below; what none of them takes is refused',
  all: 'Asks the rules below; what none of them takes becomes an alias',
};

/** What becomes of mail to names of a domain that are no alias. */
export const ruleMessages = {
  title: (name: string) => `Mail to names on ${name} that are no alias`,
  catchAll,
  catchAllLabel: 'Mail to a name that is no alias',
  catchAllHint:
    'An alias is made by the first mail, once it proved not to be junk: at most 50 an hour. Deleted ones never come back by themselves.',
  forwardTo: 'New aliases forward to',
  forwardToHint: 'Empty: to the default inbox of your account.',
  rules: 'Rules, the first that takes a name decides',
  noRules: 'No rules yet.',
  rule: (number: number) => `Rule ${number}`,
  kind: 'Kind',
  kinds: { glob: 'Pattern with * and ?', regex: 'Regular expression' },
  pattern: 'Name',
  patternHint: { glob: 'For example shop-*', regex: 'For example shop-[0-9]+, for the whole name' },
  action: 'Does',
  actions: { make: 'Makes an alias', refuse: 'Refuses' },
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
  testHint: 'By the rules as they stand here, saved or not.',
  testButton: 'Try',
  testing: 'Trying...',
  testFailure: 'The name could not be tried',
  takenBy: (number: number) => `Rule ${number} takes it.`,
  takenByNone: 'No rule takes it.',
  notLoaded: 'This could not be loaded. Please try again.',
};
