import { sql } from 'kysely';
import { binTimes } from '#core/aliases/bin.ts';
import { liftOwnTombstones, placeTombstones } from '#core/aliases/tombstones.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { AliasGroup } from '#core/undos/undos.ts';
import type { Db } from '#database/database.ts';

/** Aliases of one account. */
interface OwnAliases {
  readonly userId: string;
  readonly aliasIds: readonly string[];
}

/** Their rows and SMTP credentials change, and the provider hears of both. */
function changeBoth<Result>(
  db: Db,
  { provider }: Pick<TargetContext, 'provider'>,
  own: OwnAliases,
  write: (db: NotedDb) => Promise<Result>,
): Promise<Result> {
  return provider.changeAliases(db, own, (noted) => provider.changeCredentials(noted, own, write));
}

/** SQL: the domain `d` where an account has it; null: it is shared. */
const domainOfAccount = sql`case when d.kind <> 'shared' then d.id end`;

/** `name@domain` and what a tombstone holds of it. */
interface GivenUpRow {
  readonly id: string;
  readonly address: string;
  readonly ofDomain: string | null;
  readonly used: boolean;
  readonly atProvider: boolean;
}

/**
 * Deletes aliases: into the bin, or for good where their owner wants none (`days` 0). Their addresses stay blocked for
 * everybody else, and their SMTP credentials end. Runs in the caller's transaction, behind `lockAccount`.
 */
export async function deleteMany(db: Db, context: TargetContext, own: OwnAliases, days: number): Promise<AliasGroup[]> {
  const { userId } = own;
  const { binnedAt, binEndsAt } = binTimes(context, days);
  const rows = await changeBoth(db, context, own, async (noted) => {
    await sql`delete from smtp_credentials where alias_id = any (${own.aliasIds}::uuid[])`.execute(noted);
    const columns = sql`aliases.id, local_part || '@' || d.name as address, ever_used as used,
      improvmx_id is not null as at_provider, ${domainOfAccount} as of_domain`;
    const which = sql`d.id = aliases.domain_id and aliases.id = any (${own.aliasIds}::uuid[])`;
    if (days > 0) {
      const { rows: binned } = await sql<GivenUpRow>`
        update aliases set binned_at = ${binnedAt}, bin_ends_at = ${binEndsAt} from domains d
        where ${which} returning ${columns}`.execute(noted);
      return binned;
    }
    const { rows: links } = await sql<{ targetId: string }>`
      select distinct target_id from alias_targets where alias_id = any (${own.aliasIds}::uuid[])`.execute(noted);
    const { rows: erased } = await sql<GivenUpRow>`
      delete from aliases using domains d where ${which} returning ${columns}`.execute(noted);
    await removeUnusedTargets(
      noted,
      context,
      userId,
      links.map(({ targetId }) => targetId),
    );
    return erased;
  });
  await placeTombstones(
    db,
    context.keys,
    rows.map((row) => ({ userId, ...row })),
    binnedAt,
  );
  return days > 0 && rows.length > 0 ? [{ aliasIds: rows.map(({ id }) => id), binned: true }] : [];
}

interface Restored {
  readonly restored: readonly string[];
  /** No inbox is left for them. */
  readonly targetless: readonly string[];
}

/**
 * Takes aliases out of the bin, as they were when they were deleted. Where none of its targets is left, the default
 * target serves an alias. Runs in the caller's transaction, behind `lockAccount`.
 */
export async function restoreMany(db: Db, context: TargetContext, { userId, aliasIds }: OwnAliases): Promise<Restored> {
  const { rows } = await sql<{ id: string; address: string; ofDomain: string | null; bare: boolean }>`
    select a.id, a.local_part || '@' || d.name as address, ${domainOfAccount} as of_domain,
      not exists (select from alias_targets l where l.alias_id = a.id) as bare
    from aliases a join domains d on d.id = a.domain_id
    where a.id = any (${aliasIds}::uuid[]) and a.user_id = ${userId} and a.bin_ends_at > ${new Date(context.clock.now())}
    order by a.id for update of a`.execute(db);
  const scoped = { ...context, database: { ...context.database, db } };
  const target = rows.some(({ bare }) => bare) ? await findDefaultTarget(scoped, userId) : null;
  const fit = rows.filter(({ bare }) => !bare || target !== null);
  const own = { userId, aliasIds: fit.map(({ id }) => id) };
  if (fit.length > 0) {
    await context.provider.changeAliases(db, own, async (noted) => {
      await sql`update aliases set binned_at = null, bin_ends_at = null
        where id = any (${own.aliasIds}::uuid[])`.execute(noted);
      const bare = fit.filter((row) => row.bare).map(({ id }) => id);
      if (target !== null && bare.length > 0) {
        await sql`insert into alias_targets (alias_id, target_id, position, created_at)
          select id, ${target.id}, 0, ${new Date(context.clock.now())} from unnest(${bare}::uuid[]) id`.execute(noted);
      }
      await liftOwnTombstones(noted, context.keys, fit);
    });
  }
  const restored = new Set(own.aliasIds);
  return { restored: own.aliasIds, targetless: rows.flatMap(({ id }) => (restored.has(id) ? [] : [id])) };
}
