import { setTimeout as pause } from 'node:timers/promises';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { type ClaimedDelivery, claimDue } from '#mail/queue/claim-deliveries.ts';
import { deliverClaimed, leaseOf } from '#mail/queue/deliver-claimed.ts';
import type { MailLimits } from '#mail/queue/state/mail-limits.ts';
import { stoppableOf } from '#mail/queue/state/stops.ts';
import { sweepSpool } from '#mail/queue/sweep-spool.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import type { Slot } from '#protocol/smtp-client/destination-limits.ts';

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
export function createSpoolWorker(context: QueueContext): SpoolWorker {
  const { clock, inHand, limits, log, wake } = context;
  const octets = new Semaphore({ max: limits.workerMaxBytes, maxPerKey: limits.workerMaxBytesPerDestination });
  const room = createWorkerRoom(limits);
  const stopping = new AbortController();
  let sweepAtMs = 0;
  let loop: Promise<void> = Promise.resolve();

  const begin = (claimed: ClaimedDelivery, slot: Slot): void => {
    const place = room.enter();
    const late = (): void => {
      slot.late();
      place.late();
      wake.notify();
    };
    const { userId, aliasId, recipientSealed } = claimed;
    const whose = stoppableOf({ userId, aliasId, isSent: recipientSealed !== null });
    inHand.run(leaseOf(claimed), whose, (signal) =>
      deliverClaimed(context, claimed, { ...slot, late }, octets, signal).finally(() => {
        place.leave();
        wake.notify();
      }),
    );
  };

  const sweepWhenDue = async (): Promise<void> => {
    if (clock.now() < sweepAtMs) return;
    sweepAtMs = clock.now() + limits.sweepEveryMs;
    await sweepSpool(context).catch((error: unknown) => log.error('spool.sweep_failed', error));
  };

  const work = async (): Promise<void> => {
    const { signal } = stopping;
    let pauseMs = limits.workerPauseFirstMs;
    while (!signal.aborted) {
      try {
        await sweepWhenDue();
        const begun = await claimDue(context, room.free, begin);
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
      inHand.open();
      loop = work();
    },
    stop: async (graceMs) => {
      stopping.abort();
      await loop;
      await inHand.stop(graceMs);
    },
  };
}

/** How many more deliveries the worker may take on. */
interface WorkerRoom {
  readonly free: number;
  enter(): WorkerPlace;
}

interface WorkerPlace {
  /** It takes long: from now on it leaves its room to others, as far as not too many do. */
  late(): void;
  leave(): void;
}

function createWorkerRoom({ workerAttemptsAtOnce, workerLateAttempts }: MailLimits): WorkerRoom {
  let taken = 0;
  let late = 0;
  return {
    get free() {
      return workerAttemptsAtOnce - taken;
    },
    enter: () => {
      let isLate = false;
      taken += 1;
      return {
        late: () => {
          if (isLate || late >= workerLateAttempts) return;
          isLate = true;
          late += 1;
          taken -= 1;
        },
        leave: () => {
          if (isLate) late -= 1;
          else taken -= 1;
        },
      };
    },
  };
}
