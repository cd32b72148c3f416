import { sql } from 'kysely';
import type { AccountAge, VolumeDay } from '#contract/operator.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import { runEvery } from '#platform/run-every.ts';

const kinds = ['forwarded', 'sent'] as const;
type VolumeKind = (typeof kinds)[number];

/** Counts messages by day and by how old the account is: nothing else is known of whose they were. */
export interface MailVolume {
  /** `ownerSince`: when the account was opened. */
  add(kind: VolumeKind, ownerSince: Date): void;
}

const dayMs = 24 * 60 * 60 * 1000;

function ageOf(ms: number): AccountAge {
  if (ms < dayMs) return 'day';
  return ms < 7 * dayMs ? 'week' : 'older';
}

/** As they are named in `daily_counts`. */
const nameOf: Record<VolumeKind, string> = { forwarded: 'mail_forwarded', sent: 'mail_sent' };

const writeEveryMs = 10_000;

/**
 * Counts in memory and writes what came together every ten seconds, and once more when `ending` runs: no message waits for
 * it, and a crash loses ten seconds of numbers.
 */
export function createMailVolume(
  { database, clock, log }: Pick<CoreContext, 'database' | 'clock' | 'log'>,
  ending: { push(step: () => Promise<void>): unknown },
): MailVolume {
  let counts = new Map<string, { readonly day: string; readonly name: string; readonly age: string; count: number }>();

  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    // In one order: two processes that write at once wait for each other, and never in a circle.
    const rows = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    counts = new Map();
    await database.db
      .insertInto('dailyCounts')
      // As text: the driver would write a Date in the time zone of this machine.
      .values(rows.map(({ day, name, age, count }) => ({ day: sql<Date>`${day}::date`, name, category: age, count })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'name', 'category', 'label'])
          .doUpdateSet({ count: sql<string>`daily_counts.count + excluded.count` }),
      )
      .execute();
  };
  const report = (error: unknown): void => log.error('mail_volume_not_written', error);
  const stop = runEvery(writeEveryMs, write, report);
  ending.push(async () => {
    await stop();
    await write().catch(report);
  });

  return {
    add: (kind, ownerSince) => {
      const now = clock.now();
      const day = new Date(now).toISOString().slice(0, 10);
      const age = ageOf(now - ownerSince.getTime());
      const key = `${day} ${kind} ${age}`;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { day, name: nameOf[kind], age, count: 1 });
      else known.count += 1;
    },
  };
}

const none = { day: 0, week: 0, older: 0 };

/** The last 30 days (UTC), the newest first; those without mail, too. */
export async function readMailVolume({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<VolumeDay[]> {
  const days = Array.from({ length: operatorLimits.volumeDays }, (_, ago) =>
    new Date(clock.now() - ago * dayMs).toISOString().slice(0, 10),
  );
  const rows = await database.db
    .selectFrom('dailyCounts')
    .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('day'), 'name', 'category', 'count'])
    .where('name', 'in', Object.values(nameOf))
    .where('day', '>=', sql<Date>`${days.at(-1)}::date`)
    .execute();
  const countsOf = (day: string, kind: VolumeKind): VolumeDay[VolumeKind] => {
    const own = rows.filter((row) => row.day === day && row.name === nameOf[kind]);
    return { ...none, ...Object.fromEntries(own.map(({ category, count }) => [category, Number(count)])) };
  };
  return days.map((day) => ({ day, forwarded: countsOf(day, 'forwarded'), sent: countsOf(day, 'sent') }));
}
