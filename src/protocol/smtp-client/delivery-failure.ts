import type { DeliveryStage, Outcome } from '#protocol/smtp-client/transport.ts';

/** An attempt that ended without an answer to the message: what it means for the delivery, and what else may be tried. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';
  readonly outcome: Exclude<Outcome, { kind: 'delivered' }>;

  constructor(outcome: Exclude<Outcome, { kind: 'delivered' }>) {
    super(`${outcome.kind} at ${outcome.stage}`);
    this.outcome = outcome;
  }
}

/** Try again later; `code` is the server's, null when it said nothing. */
export function deferred(stage: DeliveryStage, code: number | null = null, enhanced: string | null = null) {
  return new DeliveryFailure({ kind: 'deferred', code, enhanced, stage });
}
