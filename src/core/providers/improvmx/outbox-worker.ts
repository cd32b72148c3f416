import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { performChange } from '#core/providers/improvmx/perform-change.ts';
import { claimDueChange } from '#core/providers/improvmx/outbox.ts';

/** Works off the outbox: tells the provider what has changed. Any number of them may work on one database. */
export interface OutboxWorker {
  start(): void;
  /** Settles when nothing is under way; a call that is open is cut off and made again by the next worker. */
  stop(): Promise<void>;
}

/** Domains that the provider was not told of yet, whoever added them; those of accounts once they are proven: anybody may claim any name. */
export async function noteNewDomains({ database }: ImprovmxContext): Promise<void> {
  await sql`insert into provider_changes (kind, address)
    select 'domain', name from domains
    where provider_ready_at is null and (kind = 'shared' or state in ('verified', 'failing'))
    on conflict do nothing`.execute(database.db);
}

/** Makes one change that is due; false when there was none, or nothing may be asked now. */
export async function performDueChange(context: ImprovmxContext, stopping: AbortSignal): Promise<boolean> {
  if (context.sender.waitMs() > context.pace.patienceMs) return false;
  const change = await claimDueChange(context);
  if (change === null) return false;
  const timeout = AbortSignal.timeout(context.pace.changeTimeoutMs);
  await performChange(context, change, AbortSignal.any([stopping, timeout]));
  return true;
}

/** The worker of one process. It survives the loss of the database. */
export function createOutboxWorker(context: ImprovmxContext): OutboxWorker {
  const { log, pace } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> = Promise.resolve();

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await noteNewDomains(context);
        while (!signal.aborted && (await performDueChange(context, signal)));
      } catch (error) {
        log.error('provider_worker_failed', error);
      }
      await pause(pace.pollMs, undefined, { signal }).catch(() => {});
    }
  };

  return {
    start: () => {
      loop = work();
    },
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}
