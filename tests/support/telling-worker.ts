import { setTimeout as pause } from 'node:timers/promises';
import { sendNotices } from '#core/notices/send-notices.ts';
import { createSystemMailer } from '#mail/queue/send-own-mail.ts';
import { createSpoolWorker, type SpoolWorker } from '#mail/queue/spool-worker.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { runEvery } from '#platform/run-every.ts';

/** Sends the notices that are due. */
export function tell(context: QueueContext): Promise<void> {
  return sendNotices({ ...context, mailer: createSystemMailer(context) });
}

/** Delivers what waits and tells what is due, as a program does it. */
export function startTellingWorker(context: QueueContext): SpoolWorker {
  const worker = createSpoolWorker(context);
  // A database that a test takes away is no news.
  const stopTelling = runEvery(
    context.limits.workerPollMs,
    () => tell(context),
    () => {},
  );
  worker.start();
  return {
    start: worker.start,
    stop: async (graceMs) => {
      await stopTelling();
      await worker.stop(graceMs);
    },
  };
}

/** Tells what is due, and waits until all is told, by others too, and nothing is in the spool. */
export async function drain(context: QueueContext): Promise<void> {
  const isLeft = async (): Promise<boolean> => {
    await tell(context);
    const { rows } = await context.database.pool.query(`select from outgoing_notices where due_at <= now()
      union all select from spool_messages limit 1`);
    return rows.length > 0;
  };
  while (await isLeft()) await pause(20);
}
