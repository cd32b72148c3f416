/** Limits of what operators do and see. Apart from those of everybody, which every page loads. */
export const operatorLimits = {
  /** No operator lets an account have more aliases. */
  aliasQuota: 1_000_000,
  /** Complaints count against an account for so long. */
  reportDays: 90,
  /** Sums of what other mail servers report are kept for so long. */
  mailReportDays: 90,
  /** What is to be reported to owners of other domains is kept for so long, where it cannot be sent. */
  reportRowDays: 4,
  /** How much mail there was is shown for so long. */
  volumeDays: 30,
} as const;
