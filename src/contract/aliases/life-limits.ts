/** Limits of labels, of the lives of aliases, of changes of many and of what is counted. */
export const lifeLimits = {
  /** Days of which the mail of an alias is counted one by one; older ones are one sum. */
  countedDays: 30,
  labelsPerAccount: 100,
  labelMax: 40,
  /** The life of an alias: years to its date, messages, days without mail. */
  expiryYearsMax: 10,
  maxMessagesMax: 10_000,
  idleDaysMax: 3_650,
  /** Aliases that one change may name. */
  bulkIdsMax: 1_000,
} as const;

/** `failing`: on, but one of its targets refuses mail. `waiting`: on, but no target has agreed to get any. */
export const aliasStates = ['on', 'paused', 'waiting', 'failing', 'ended', 'bin'] as const;
