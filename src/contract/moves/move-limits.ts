/** Limits of moves from other services. */
export const moveLimits = {
  /** Aliases that one move reads. */
  aliasesMax: 20_000,
  /** Domains of an account elsewhere. */
  domainsMax: 500,
  /** Inboxes whose encryption is to be set up anew. */
  encryptedMax: 100,
  /** Moves of an account that are kept at once. */
  movesMax: 10,
  baseUrlMax: 300,
  apiKeyMax: 1_000,
  /** Pages of contacts that one request asks for. */
  contactCallsMax: 50,
  /** What was read is kept so long after the last step. */
  keptDays: 7,
  /** A move can be undone for so long after its last run. */
  undoHours: 24,
} as const;
