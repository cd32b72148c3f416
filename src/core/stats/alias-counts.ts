import { sql } from 'kysely';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import type { AliasDay, AliasSum } from '#contract/aliases/counts.ts';
import { lifeFaults } from '#contract/aliases/life-faults.ts';
import { AppError } from '#contract/errors.ts';
import { providerFeatures, type ProviderName } from '#contract/provider.ts';
import { eraseHanging } from '#core/alias-rows/change-rows.ts';
import { aliasIds, aliasRows, getOwnRow, readAliasIds } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { gatherCounts, type Ending } from '#core/stats/gather-counts.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

type CountKind = keyof AliasSum;

/** Counts messages of aliases by day, for owners who want that: no time of day, no correspondent. */
export interface AliasCounts {
  /** Of aliases whose owner has nothing counted, nothing is. */
  add(kind: CountKind, aliases: readonly { readonly id: string; readonly counted: boolean }[]): void;
}

/**
 * Counted in memory first (`gatherCounts`). What an owner switched off meanwhile is not written: the account is held for the
 * moment of the write, and so is each alias, as one may be deleted at the same time.
 */
export function createAliasCounts(
  context: Pick<CoreContext, 'database' | 'clock' | 'log'>,
  ending: Ending,
): AliasCounts {
  const { database, clock } = context;
  const count = gatherCounts<{ id: string; day: string; kind: CountKind }>(context, ending, {
    fault: 'alias_counts_not_written',
    write: (rows) =>
      sql`
      with held as materialized (
        select a.id from ${aliasRows({ ids: [...new Set(rows.map(({ id }) => id))], whereabouts: 'any' }, ['id', 'userId'])} a
        join users u on u.id = a.user_id where u.count_mail
        order by a.id for key share of a for share of u)
      insert into alias_days (alias_id, day, forwarded, dropped, held, replied)
      select given.id, given.day,
        coalesce(sum(count) filter (where kind = 'forwarded'), 0), coalesce(sum(count) filter (where kind = 'dropped'), 0),
        coalesce(sum(count) filter (where kind = 'held'), 0), coalesce(sum(count) filter (where kind = 'replied'), 0)
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ day }) => day)}::date[],
        ${rows.map(({ kind }) => kind)}::text[], ${rows.map((row) => row.count)}::integer[]) as given (id, day, kind, count)
      join held on held.id = given.id
      group by given.id, given.day order by given.id, given.day
      on conflict (alias_id, day) do update set forwarded = alias_days.forwarded + excluded.forwarded,
        dropped = alias_days.dropped + excluded.dropped, held = alias_days.held + excluded.held,
        replied = alias_days.replied + excluded.replied`.execute(database.db),
  });
  return {
    add: (kind, aliases) => {
      for (const { id, counted } of aliases) {
        if (!counted) continue;
        const day = new Date(clock.now()).toISOString().slice(0, 10);
        count(`${id} ${day} ${kind}`, () => ({ id, day, kind }));
      }
    },
  };
}

const dayMs = 24 * 60 * 60 * 1000;

function firstKept({ clock }: Pick<CoreContext, 'clock'>): string {
  return new Date(clock.now() - lifeLimits.countedDays * dayMs).toISOString().slice(0, 10);
}

/** Adds days that are over to the one sum of each alias. */
export async function sumOldAliasDays(context: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await sql`
    with over as (delete from alias_days where day < ${firstKept(context)}::date returning *)
    insert into alias_days (alias_id, day, forwarded, dropped, held, replied)
    select alias_id, null, sum(forwarded), sum(dropped), sum(held), sum(replied) from over group by alias_id order by alias_id
    on conflict (alias_id, day) do update set forwarded = alias_days.forwarded + excluded.forwarded,
      dropped = alias_days.dropped + excluded.dropped, held = alias_days.held + excluded.held,
      replied = alias_days.replied + excluded.replied`.execute(context.database.db);
}

/** The counts of one alias, or of all that an account has. */
interface CountsRow extends AliasSum {
  readonly aliasId: string;
  /** Null: the sum of those that are over. */
  readonly day: string | null;
}

function selectCounts(db: Db) {
  return db
    .selectFrom('aliasDays')
    .select(['aliasId', sql<string | null>`to_char(day, 'YYYY-MM-DD')`.as('day')])
    .select(['forwarded', 'dropped', 'held', 'replied'])
    .orderBy('day', 'desc');
}

/** All that is counted of an account, of aliases in the bin as well, for its export. */
export function listCounts({ database }: Pick<CoreContext, 'database'>, userId: string): Promise<CountsRow[]> {
  return selectCounts(database.db)
    .where('aliasId', 'in', aliasIds({ userId, whereabouts: 'any' }))
    .execute();
}

/**
 * What was counted of an alias of this account: the last days, newest first, and the sum of those before.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
export async function getAliasCounts(
  context: Pick<CoreContext, 'database'>,
  { aliasId, userId }: { readonly aliasId: string; readonly userId: string },
): Promise<{ readonly days: AliasDay[]; readonly before: AliasSum }> {
  await getOwnRow(context.database.db, { userId, aliasId }, []);
  const rows = await selectCounts(context.database.db).where('aliasId', '=', aliasId).execute();
  const numbers = ({ forwarded, dropped, held, replied }: AliasSum): AliasSum => ({
    forwarded,
    dropped,
    held,
    replied,
  });
  const none = { forwarded: 0, dropped: 0, held: 0, replied: 0 };
  return {
    days: rows.flatMap((row) => (row.day === null ? [] : [{ day: row.day, ...numbers(row) }])),
    before: numbers(rows.find(({ day }) => day === null) ?? none),
  };
}

/** What was counted of an alias in all, and the last day (ISO) with mail of each kind; null: none is known. */
export interface AliasTotals extends AliasSum {
  readonly last: Readonly<Record<CountKind, string | null>>;
}

export const nothingCounted: AliasTotals = {
  forwarded: 0,
  dropped: 0,
  held: 0,
  replied: 0,
  last: { forwarded: null, dropped: null, held: null, replied: null },
};

function lastOf(kind: CountKind) {
  return sql<string | null>`to_char(max(day) filter (where ${sql.ref(kind)} > 0), 'YYYY-MM-DD')`;
}

/** Of some aliases of an account those of which anything was counted, by their ids. */
export async function readAliasTotals(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AliasTotals>> {
  const own = await readAliasIds(database.db, { userId, ids, whereabouts: 'any' });
  const rows = await database.db
    .selectFrom('aliasDays')
    .select([
      'aliasId',
      sql<AliasSum>`json_build_object('forwarded', sum(forwarded), 'dropped', sum(dropped),
      'held', sum(held), 'replied', sum(replied))`.as('sum'),
    ])
    .select([lastOf('forwarded').as('lastForwarded'), lastOf('dropped').as('lastDropped')])
    .select([lastOf('held').as('lastHeld'), lastOf('replied').as('lastReplied')])
    .where('aliasId', '=', anyOf(own))
    .groupBy('aliasId')
    .execute();
  return new Map(
    rows.map(({ aliasId, sum, lastForwarded, lastDropped, lastHeld, lastReplied }) => [
      aliasId,
      { ...sum, last: { forwarded: lastForwarded, dropped: lastDropped, held: lastHeld, replied: lastReplied } },
    ]),
  );
}

/** What was counted of all aliases of an account, by day (ISO) from the oldest on; null: the sum of those that are over. */
export async function readAccountDays(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<(AliasSum & { readonly day: string | null })[]> {
  const { rows } = await sql<AliasSum & { readonly day: string | null }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(forwarded)::int as forwarded, sum(dropped)::int as dropped,
      sum(held)::int as held, sum(replied)::int as replied
    from alias_days where alias_id in ${aliasIds({ userId, whereabouts: 'any' })}
    group by alias_days.day order by alias_days.day nulls first`.execute(database.db);
  return rows;
}

/** Has the mail of an account's aliases counted, or no longer: then what was counted is erased. @throws AppError provider_refused. */
export async function setCountMail(
  { database, provider }: Pick<CoreContext, 'database'> & { readonly provider: { readonly name: ProviderName } },
  userId: string,
  countMail: boolean,
): Promise<void> {
  if (countMail && !providerFeatures[provider.name].counts) {
    throw new AppError('provider_refused', { message: lifeFaults.countsNotOffered });
  }
  await database.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').set({ countMail }).where('id', '=', userId).execute();
    if (countMail) return;
    await eraseHanging(transaction, 'alias_days', { userId, whereabouts: 'any' });
  });
}
