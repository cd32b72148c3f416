/**
 * How an alias stands for mail, the same for everybody who asks: RCPT, the queue, replies, submission, the API and the
 * browser. Whoever uses it switches over it, so that a new state is one line here and a list of compiler errors.
 * `unconfirmed`: on, but no target that takes mail has agreed to get any. `leaving`: its account is being deleted.
 * `suspended`: the operator has stopped all mail of its account, or, where it is about sending, what its owner sends.
 * `lost`: its domain is no longer its owner's.
 * `ended`: its life is over, and it is unknown to senders.
 */
export type AliasStanding = 'live' | 'paused' | 'ended' | 'unconfirmed' | 'leaving' | 'suspended' | 'lost';

/** What ends the life of an alias: its date, its number of messages, or days without mail. */
export const aliasEnds = ['date', 'count', 'idle'] as const;
export type AliasEnd = (typeof aliasEnds)[number];

export interface StandingFacts {
  /** The owner's switch. */
  readonly active: boolean;
  /** At least one target is confirmed and not switched off. */
  readonly takesMail: boolean;
  /** Its owner deleted the account, who is shown none of its aliases until it is back. */
  readonly leaving?: boolean;
  /** By what its life is over; null: it is not. */
  readonly ended?: AliasEnd | null;
  /** By the operator. Whose sending alone is suspended stands as ever for mail that comes in. */
  readonly suspended?: boolean;
  /** Its domain was its owner's, and is not any more. */
  readonly lost?: boolean;
}

export function standingOf(facts: StandingFacts): AliasStanding {
  const { active, takesMail, ended = null, leaving = false, suspended = false, lost = false } = facts;
  if (leaving) return 'leaving';
  if (lost) return 'lost';
  if (suspended) return 'suspended';
  if (ended !== null) return 'ended';
  if (!active) return 'paused';
  return takesMail ? 'live' : 'unconfirmed';
}
