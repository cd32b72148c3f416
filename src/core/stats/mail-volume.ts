import { sql } from 'kysely';
import type { AccountAge, VolumeDay } from '#contract/operator.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import type { CoreContext } from '#core/core-context.ts';
import { gatherCounts, type Ending } from '#core/stats/gather-counts.ts';

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

/** Counted in memory first (`gatherCounts`). */
export function createMailVolume(context: Pick<CoreContext, 'database' | 'clock' | 'log'>, ending: Ending): MailVolume {
  const { database, clock } = context;
  const count = gatherCounts<{ day: string; name: string; category: AccountAge }>(context, ending, {
    fault: 'mail_volume_not_written',
    write: (rows) =>
      database.db
        .insertInto('dailyCounts')
        // As text: the driver would write a Date in the time zone of this machine.
        .values(rows.map((row) => ({ ...row, day: sql<Date>`${row.day}::date` })))
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'name', 'category', 'label'])
            .doUpdateSet({ count: sql<string>`daily_counts.count + excluded.count` }),
        )
        .execute(),
  });
  return {
    add: (kind, ownerSince) => {
      const now = clock.now();
      const day = new Date(now).toISOString().slice(0, 10);
      const category = ageOf(now - ownerSince.getTime());
      count(`${day} ${kind} ${category}`, () => ({ day, name: nameOf[kind], category }));
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
