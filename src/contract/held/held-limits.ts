/** Limits of held mail, sender rules and traces: apart, as few pages need them. Sizes in characters unless the name says otherwise. */
export const heldLimits = {
  /** Mail that would be refused is held for so long, or shorter. */
  holdDaysMax: 14,
  /** What the dashboard offers. */
  holdDaysOffered: 7,
  heldMessagesMax: 1_000,
  senderRulesMax: 1_000,
  senderMatchMax: 260,
  /** An alias is watched for so long. */
  traceHours: 24,
  traceLinesMax: 500,
} as const;
