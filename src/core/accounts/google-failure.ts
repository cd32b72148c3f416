import type { GoogleFailureReason } from '#contract/sign-in.ts';

/** Why somebody comes back from Google without success; shown on the page they come back to. */
export class GoogleFailure extends Error {
  override readonly name = 'GoogleFailure';
  readonly reason: GoogleFailureReason;

  constructor(reason: GoogleFailureReason) {
    super(reason);
    this.reason = reason;
  }
}
