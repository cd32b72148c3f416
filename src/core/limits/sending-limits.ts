/** What an account may send. All counts are of messages or addresses, over fixed windows. */
export interface SendingLimits {
  /** Addresses that none of the alias's mail has been to or from before. */
  readonly newRecipientsPerDay: number;
  readonly messagesPerHourOfAlias: number;
  readonly messagesPerHourOfAccount: number;
}

const dayMs = 24 * 60 * 60_000;

/** By age in days, oldest first: trust grows with time, because accounts made for spam are used at once. */
const steps: readonly (SendingLimits & { readonly fromDay: number })[] = [
  { fromDay: 90, newRecipientsPerDay: 500, messagesPerHourOfAlias: 200, messagesPerHourOfAccount: 400 },
  { fromDay: 30, newRecipientsPerDay: 200, messagesPerHourOfAlias: 150, messagesPerHourOfAccount: 300 },
  { fromDay: 7, newRecipientsPerDay: 100, messagesPerHourOfAlias: 100, messagesPerHourOfAccount: 200 },
  { fromDay: 3, newRecipientsPerDay: 50, messagesPerHourOfAlias: 60, messagesPerHourOfAccount: 120 },
];

const firstDays: SendingLimits = { newRecipientsPerDay: 20, messagesPerHourOfAlias: 30, messagesPerHourOfAccount: 60 };

/** The limits of an account that is `ageMs` old. */
export function sendingLimits(ageMs: number): SendingLimits {
  return steps.find(({ fromDay }) => ageMs >= fromDay * dayMs) ?? firstDays;
}
