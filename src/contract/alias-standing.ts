/**
 * How an alias stands for mail, the same for everybody who asks: RCPT, the queue, replies, submission, the API and the
 * browser. Whoever uses it switches over it, so that a new state is one line here and a list of compiler errors.
 * `unconfirmed`: on, but no target that takes mail has agreed to get any. `leaving`: its account is being deleted.
 * `suspended`: the operator has stopped all mail of its account, or, where it is about sending, what its owner sends.
 * `lost`: its domain is no longer its owner's.
 */
export type AliasStanding = 'live' | 'paused' | 'unconfirmed' | 'leaving' | 'suspended' | 'lost';

export interface StandingFacts {
  /** The owner's switch. */
  readonly active: boolean;
  /** At least one target is confirmed and not switched off. */
  readonly takesMail: boolean;
  /** Its owner deleted the account, who is shown none of its aliases until it is back. */
  readonly leaving?: boolean;
  /** By the operator. Whose sending alone is suspended stands as ever for mail that comes in. */
  readonly suspended?: boolean;
  /** Its domain was its owner's, and is not any more. */
  readonly lost?: boolean;
}

export function standingOf({
  active,
  takesMail,
  leaving = false,
  suspended = false,
  lost = false,
}: StandingFacts): AliasStanding {
  if (leaving) return 'leaving';
  if (lost) return 'lost';
  if (suspended) return 'suspended';
  if (!active) return 'paused';
  return takesMail ? 'live' : 'unconfirmed';
}
