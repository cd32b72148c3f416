import type { Delivery } from '#mail/queue/state/delivery-batch.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { describeReply } from '#mail/smtp-replies.ts';
import type { Attempt } from '#protocol/smtp-client/transport.ts';

/** Notes how an attempt ends for an owner who watches the alias. Which inbox it was is not noted. */
export function traceAttempt(
  { tracer }: Pick<QueueContext, 'tracer'>,
  { aliasId, traced }: Pick<Delivery, 'aliasId' | 'traced'>,
  attempt: Attempt,
): void {
  if (traced !== true || aliasId === null) return;
  void attempt.outcome.then((outcome) => {
    const reply = outcome.kind === 'delivered' ? null : describeReply(outcome);
    tracer.note(aliasId, { event: 'delivery', outcome: outcome.kind, verdict: null, reply });
  });
}
