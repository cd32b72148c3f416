import { setTimeout as pause } from 'node:timers/promises';
import type { Slot } from '#mail/deliver/destination.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { createByteGate } from '#mail/spool/byte-gate.ts';
import type { ClaimedDelivery } from '#mail/spool/claim-deliveries.ts';
import { claimDue } from '#mail/spool/claim-due.ts';
import { deliverClaimed, leaseOf } from '#mail/spool/deliver-claimed.ts';
import { sweepSpool } from '#mail/spool/sweep-spool.ts';

/** Delivers what waits in the spool. Any number of them may work on one database. */
export interface SpoolWorker {
  start(): void;
  /**
   * Claims nothing more, lets deliveries under way finish for `graceMs`, stops the others and gives their leases back.
   * A delivery whose final dot is still unanswered keeps its lease.
   */
  stop(graceMs: number): Promise<void>;
}

/** The worker of one process. It survives the loss of the database: it tries again, ever more slowly. */
export const createSpoolWorker = (context: MailContext): SpoolWorker => {
  const { clock, inHand, limits, log, wake } = context;
  const gate = createByteGate(limits.workerMaxBytes, limits.workerMaxBytesPerDestination);
  const stopping = new AbortController();
  let underWay = 0;
  let sweepAtMs = 0;
  let loop: Promise<void> = Promise.resolve();

  const begin = (claimed: ClaimedDelivery, slot: Slot): void => {
    underWay += 1;
    inHand.run(leaseOf(claimed), (signal) =>
      deliverClaimed(context, claimed, slot, gate, signal).finally(() => {
        underWay -= 1;
        wake.notify();
      }),
    );
  };

  const sweepWhenDue = async (): Promise<void> => {
    if (clock.now() < sweepAtMs) return;
    await sweepSpool(context);
    sweepAtMs = clock.now() + limits.sweepEveryMs;
  };

  const work = async (): Promise<void> => {
    const { signal } = stopping;
    let pauseMs = limits.workerPauseFirstMs;
    while (!signal.aborted) {
      try {
        await sweepWhenDue();
        const begun = await claimDue(context, limits.workerAttemptsAtOnce - underWay, begin);
        pauseMs = limits.workerPauseFirstMs;
        if (begun === 0) await wake.wait(limits.workerPollMs, signal);
      } catch (error) {
        log.error('spool.worker_failed', error, { pauseMs });
        await pause(pauseMs, undefined, { signal }).catch(() => {});
        pauseMs = Math.min(pauseMs * 2, limits.workerPauseMaxMs);
      }
    }
  };

  return {
    start: () => {
      loop = work();
    },
    stop: async (graceMs) => {
      stopping.abort();
      await loop;
      await inHand.stop(graceMs);
    },
  };
};
