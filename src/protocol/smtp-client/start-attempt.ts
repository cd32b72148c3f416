import type { Log } from '#platform/log.ts';
import { DeliveryFailure } from '#protocol/smtp-client/delivery-failure.ts';
import type { AttemptControl } from '#protocol/smtp-client/smtp-connection.ts';
import type { Attempt, Outcome } from '#protocol/smtp-client/transport.ts';

const stopped: Outcome = { kind: 'deferred', code: null, enhanced: null, stage: 'connect' };

/** Starts `deliver` as an attempt that can be stopped until it tells of its final dot. Faults of ours are deferrals. */
export function startAttempt(log: Log, deliver: (control: AttemptControl) => Promise<Outcome>): Attempt {
  const stopping = new AbortController();
  let pastFinalDot = false;
  const finalDot = (): void => {
    pastFinalDot = true;
  };

  const work = async (): Promise<Outcome> => {
    try {
      return await deliver({ signal: stopping.signal, finalDot });
    } catch (error) {
      if (error instanceof DeliveryFailure) return error.outcome;
      log.error('delivery_attempt_failed', error);
      return stopped;
    }
  };
  // DNS cannot be interrupted, so a stopped attempt does not wait for its work to notice.
  const stop = new Promise<Outcome>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(stopped), { once: true });
  });

  return {
    outcome: Promise.race([work(), stop]),
    pastFinalDot: () => pastFinalDot,
    stop: () => {
      if (!pastFinalDot) stopping.abort();
    },
  };
}
