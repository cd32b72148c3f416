/**
 * How an alias stands for mail, the same for everybody who asks: RCPT, the queue, replies, submission, the API and the
 * browser. Whoever uses it switches over it, so that a new state is one line here and a list of compiler errors.
 * `unconfirmed`: on, but no target that takes mail has agreed to get any. `leaving`: its account is being deleted.
 */
export type AliasStanding = 'live' | 'paused' | 'unconfirmed' | 'leaving';

export interface StandingFacts {
  /** The owner's switch. */
  readonly active: boolean;
  /** At least one target is confirmed and not switched off. */
  readonly takesMail: boolean;
  /** Its owner deleted the account, who is shown none of its aliases until it is back. */
  readonly leaving?: boolean;
}

export function standingOf({ active, takesMail, leaving = false }: StandingFacts): AliasStanding {
  if (leaving) return 'leaving';
  if (!active) return 'paused';
  return takesMail ? 'live' : 'unconfirmed';
}
