import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { timeSql } from '#core/alias-rows/alias-life.ts';
import { isHeld } from '#core/alias-rows/standing.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import type { OutboxWorker } from '#core/providers/improvmx/outbox-worker.ts';
import { ProviderError } from '#core/providers/improvmx/provider-answer.ts';
import { compareSides, isMendable, note } from '#core/providers/improvmx/reconcile.ts';

/** The names of a domain that is lost are taken away within this. */
const lostForMs = 24 * 60 * 60_000;
/** How much earlier than it has to a comparison may come, so that those of many domains do not come at once. */
const jitter = 0.1;
/** How often it is looked whether a domain is due, of what lies between two comparisons. */
const looksPerRound = 16;

/** The domain that was not compared for longest, if that is long enough; of several processes one has it. */
async function claimDomain({ database, clock, random, pace }: ImprovmxContext): Promise<string | null> {
  const now = clock.now();
  const early = (random.bytes(1)[0] ?? 0) / 255;
  const last = sql`coalesce(d.provider_compared_at, d.provider_ready_at)`;
  const { rows } = await sql<{ name: string }>`
    update domains set provider_compared_at = ${sql.raw(timeSql(now - pace.compareEveryMs * jitter * early))}
    where id = (
      select d.id from domains d
      where ${last} <= ${sql.raw(timeSql(now - pace.compareEveryMs))}
        and (${sql.raw(isHeld)} or (d.state = 'lost' and d.changed_at > ${sql.raw(timeSql(now - lostForMs))}))
      order by ${last} limit 1 for update skip locked)
    returning name`.execute(database.db);
  return rows[0]?.name ?? null;
}

/**
 * Compares the domain that is due, if one is, with what the provider has, and notes for the worker what differs: from then on what is not
 * there is not shown as in force. A provider that does not answer is asked next time. @returns whether one was due.
 */
export async function compareDueDomain(context: ImprovmxContext, stopping: AbortSignal): Promise<boolean> {
  const name = await claimDomain(context);
  if (name === null) return false;
  const { log, pace } = context;
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(pace.compareTimeoutMs)]);
  try {
    const found = (await compareSides(context, name, signal, pace.compareTimeoutMs)).filter(isMendable);
    for (const difference of found) await note(context, difference);
    if (found.length > 0) log.warn('provider_drifted', { count: found.length });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (!stopping.aborted) log.warn('provider_not_compared', { code: error.code, status: error.status });
  }
  return true;
}

/** Finds by itself what was changed at the provider. It survives the loss of the database. */
export function createDriftWatch(context: ImprovmxContext): OutboxWorker {
  const { log, pace } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  let loop: Promise<void> = Promise.resolve();

  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await compareDueDomain(context, signal)));
      } catch (error) {
        log.error('provider_watch_failed', error);
      }
      await pause(pace.compareEveryMs / looksPerRound, undefined, { signal }).catch(() => {});
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
