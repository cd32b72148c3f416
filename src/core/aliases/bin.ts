import { sql } from 'kysely';
import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { today } from '#core/alias-rows/alias-life.ts';
import { findTargetIds, groupByTargets, linkTargets } from '#core/alias-rows/alias-links.ts';
import { changeAliasRows, eraseAliasRows } from '#core/alias-rows/change-rows.ts';
import { getOwnRow, type OwnAlias, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { liftOwnTombstones, placeTombstones, restoreTombstones, type Tombstone } from '#core/aliases/tombstones.ts';
import { findStateFault, scopeOf, type NotedDb } from '#core/forwarding-provider.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { removeUnusedTargets } from '#core/targets/remove-targets.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

/** Aliases of one account: one is a set of one. */
export interface OwnAliases {
  readonly userId: string;
  readonly aliasIds: readonly string[];
}

/** When aliases were deleted, and until when they lie in the bin. */
interface BinTimes {
  readonly binnedAt: Date;
  readonly binEndsAt: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

/** An alias that is gone, and what a tombstone holds of it. */
export interface GivenUpAlias {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly ofDomain: string | null;
  /** Mail came to it, or went out in its name. */
  readonly used: boolean;
  /** A forwarding provider elsewhere has it from us. */
  readonly atProvider: boolean;
}

type RemoveContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'provider'>;

/**
 * Takes aliases out of the way, and their SMTP credentials for good: into the bin, where all else stays with them, or for good (`times` null).
 * Their addresses are free then. Runs in the caller's transaction, behind `lockAccount`. Returns those that were there.
 */
export async function takeAway(
  db: Db,
  context: RemoveContext,
  { userId, aliasIds }: OwnAliases,
  times: BinTimes | null,
): Promise<GivenUpAlias[]> {
  const { provider } = context;
  const own = scopeOf(userId, aliasIds);
  const which = { ids: aliasIds, userId, whereabouts: 'any' } as const;
  const write = async (noted: NotedDb): Promise<GivenUpAlias[]> => {
    const names = ['id', 'userId', 'address', 'ofDomain', 'everUsed', 'improvmxId'] as const;
    const rows = await readAliasRows(noted, which, names, 'update');
    // Only now it is known which of them are the account's.
    const ids = rows.map(({ id }) => id);
    await noted.deleteFrom('smtpCredentials').where('aliasId', '=', anyOf(ids)).execute();
    if (times === null) {
      const targetIds = await findTargetIds(noted, ids);
      await eraseAliasRows(noted, which);
      await removeUnusedTargets(noted, context, userId, targetIds);
    } else await changeAliasRows(noted, which, times);
    return rows.map(({ everUsed, improvmxId, ...row }) => ({
      ...row,
      used: everUsed,
      atProvider: improvmxId !== null,
    }));
  };
  return provider.changeAliases(db, own, (noted) => provider.changeCredentials(noted, own, write));
}

/**
 * Deletes aliases: into the bin for these days, or for good where they are none. Their addresses stay blocked for everybody else. Runs in the
 * caller's transaction, behind `lockAccount`. Returns those that were there.
 */
export async function deleteAliases(
  db: Db,
  context: RemoveContext,
  own: OwnAliases,
  days: number,
): Promise<GivenUpAlias[]> {
  const binnedAt = new Date(context.clock.now());
  const times = { binnedAt, binEndsAt: new Date(binnedAt.getTime() + days * dayMs) };
  const gone = await takeAway(db, context, own, days > 0 ? times : null);
  await placeTombstones(db, context.keys, gone, binnedAt);
  return gone;
}

interface Restored {
  readonly restored: readonly string[];
  /** No inbox is left for them. */
  readonly targetless: readonly string[];
  /** What it takes to lay one back into the bin. */
  readonly former: ReadonlyMap<string, BinTimes>;
  readonly lifted: readonly Tombstone[];
}

/**
 * Takes aliases out of the bin, as they were when they were deleted. Where none of its targets is left, the default
 * target serves an alias. Runs in the caller's transaction, behind `lockAccount`.
 */
export async function restoreAliases(
  db: Db,
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'provider'>,
  { userId, aliasIds }: OwnAliases,
): Promise<Restored> {
  const which = { ids: aliasIds, userId, whereabouts: 'binned' } as const;
  const binned = await readAliasRows(db, which, ['id', 'address', 'ofDomain', 'binnedAt', 'binEndsAt'], 'update');
  const rows = binned.flatMap(({ binnedAt, binEndsAt, ...row }) =>
    binnedAt !== null && binEndsAt !== null && binEndsAt.getTime() > context.clock.now()
      ? [{ ...row, times: { binnedAt, binEndsAt } }]
      : [],
  );
  const groups = await groupByTargets(
    db,
    rows.map(({ id }) => id),
  );
  const bare = groups.flatMap((group) => (group.targetIds.length === 0 ? group.aliasIds : []));
  const scoped = { ...context, database: { ...context.database, db } };
  const target = bare.length > 0 ? await findDefaultTarget(scoped, userId) : null;
  const targetless = target === null ? bare : [];
  const fit = rows.filter(({ id }) => !targetless.includes(id));
  const restored = fit.map(({ id }) => id);
  const former = new Map(fit.map(({ id, times }) => [id, times]));
  if (fit.length === 0) return { restored, targetless, former, lifted: [] };
  const lifted = await context.provider.changeAliases(db, scopeOf(userId, restored), async (noted) => {
    // No mail came to them there: days without it are counted on from where they were.
    const lastUsedOn = sql<Date>`a.last_used_on + (${today(context.clock)} - (a.binned_at at time zone 'UTC')::date)`;
    const columns = { binnedAt: null, binEndsAt: null, lastUsedOn };
    await changeAliasRows(noted, { ids: restored, whereabouts: 'binned' }, columns);
    if (target !== null) await linkTargets(noted, context, bare, [target.id]);
    return liftOwnTombstones(noted, context.keys, fit);
  });
  return { restored, targetless, former, lifted };
}

/** The same of one; null when it does not lie there. @throws AppError no_target. */
export async function restoreAlias(db: Db, context: TargetContext, { aliasId, userId }: OwnAlias) {
  const { targetless, former, lifted } = await restoreAliases(db, context, { userId, aliasIds: [aliasId] });
  if (targetless.length > 0) throw new AppError('no_target');
  const times = former.get(aliasId);
  return times === undefined ? null : { times, lifted };
}

/**
 * Restores a deleted alias of this account from the bin, with id, targets, notes, settings and contacts. One that the
 * provider refuses stays where it was.
 * @throws AppError rate_limited, no_target, provider_refused, alias_unavailable; not_found for what does not lie in the
 * bin of this account.
 */
export async function restoreFromBin(context: TargetContext, own: OwnAlias): Promise<Alias> {
  const { database, limiter, provider, keys } = context;
  const { aliasId, userId } = own;
  await limiter.take('aliasChangesPerUser', { userId });
  const { alias, former } = await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const restored = await restoreAlias(transaction, context, own);
    if (restored === null) throw new AppError('not_found');
    return { alias: await getAlias(transaction, context, aliasId, userId), former: restored };
  });
  const settled = await provider.pushAlias(alias);
  const fault = findStateFault(settled.providerState);
  if (fault === null) return settled;
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    await getOwnRow(transaction, own, [], 'update');
    await restoreTombstones(transaction, former.lifted);
    const gone = await takeAway(transaction, context, { userId, aliasIds: [aliasId] }, former.times);
    await placeTombstones(transaction, keys, gone, former.times.binnedAt);
  });
  throw fault;
}
