import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { findTargetIds, linkTargets } from '#core/aliases/alias-targets.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { liftTombstone, ofDomain, placeTombstone, restoreTombstone, type Tombstone } from '#core/aliases/tombstones.ts';
import { findStateFault } from '#core/forwarding-provider.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

export interface OwnAlias {
  readonly aliasId: string;
  readonly userId: string;
}

/** An alias of this account that is not deleted, held until the caller's transaction ends. @throws AppError not_found. */
export async function getLiveAlias(db: Db, { aliasId, userId }: OwnAlias): Promise<{ readonly address: string }> {
  const row = await db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['localPart', 'name'])
    .where('aliases.id', '=', aliasId)
    .where('userId', '=', userId)
    .where('binnedAt', 'is', null)
    .forUpdate('aliases')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('not_found');
  return { address: `${row.localPart}@${row.name}` };
}

/** When an alias was deleted, and until when it lies in the bin. */
interface BinTimes {
  readonly binnedAt: Date;
  readonly binEndsAt: Date;
}

const dayMs = 24 * 60 * 60 * 1000;

export function binTimes({ clock }: Pick<TargetContext, 'clock'>, days: number): BinTimes {
  const now = clock.now();
  return { binnedAt: new Date(now), binEndsAt: new Date(now + days * dayMs) };
}

/**
 * Lays an alias into the bin, and its tombstone over it. Its SMTP credential ends for good. Runs in the caller's
 * transaction, behind `getLiveAlias`.
 */
export async function binAlias(
  db: Db,
  { keys, provider }: Pick<TargetContext, 'keys' | 'provider'>,
  own: OwnAlias,
  { binnedAt, binEndsAt }: BinTimes,
): Promise<void> {
  const {
    localPart,
    name,
    improvmxId,
    everUsed,
    ofDomain: domainId,
  } = await provider.changeAliases(db, own, (noted) =>
    provider.changeCredentials(noted, own, async (both) => {
      await both.deleteFrom('smtpCredentials').where('aliasId', '=', own.aliasId).execute();
      return both
        .updateTable('aliases')
        .from('domains')
        .set({ binnedAt, binEndsAt })
        .whereRef('domains.id', '=', 'aliases.domainId')
        .where('aliases.id', '=', own.aliasId)
        .returning(['aliases.localPart', 'aliases.improvmxId', 'aliases.everUsed', 'domains.name'])
        .returning(ofDomain)
        .executeTakeFirstOrThrow();
    }),
  );
  const address = `${localPart}@${name}`;
  const givenUp = { userId: own.userId, address, ofDomain: domainId, atProvider: improvmxId !== null, used: everUsed };
  await placeTombstone(db, keys, givenUp, binnedAt);
}

/** An alias as it lies in the bin, held until the caller's transaction ends; null when it does not. */
async function findBinned(db: Db, { clock }: Pick<TargetContext, 'clock'>, { aliasId, userId }: OwnAlias) {
  const row = await db
    .selectFrom('aliases')
    .innerJoin('domains', 'domains.id', 'aliases.domainId')
    .select(['localPart', 'name', 'binnedAt', 'binEndsAt'])
    .select(ofDomain)
    .where('aliases.id', '=', aliasId)
    .where('userId', '=', userId)
    .where('binEndsAt', '>', new Date(clock.now()))
    .forUpdate('aliases')
    .executeTakeFirst();
  if (!row?.binnedAt || row.binEndsAt === null) return null;
  const { binnedAt, binEndsAt } = row;
  return { address: `${row.localPart}@${row.name}`, ofDomain: row.ofDomain, times: { binnedAt, binEndsAt } };
}

/** What it takes to lay an alias back into the bin. */
interface Unbinned {
  readonly times: BinTimes;
  readonly lifted: Tombstone | null;
}

/**
 * Takes an alias out of the bin, as it was when it was deleted; null when it does not lie there. Where none of its
 * targets is left, the default target serves it. Runs in the caller's transaction, behind `lockAccount`.
 * @throws AppError no_target.
 */
export async function unbinAlias(
  db: Db,
  context: Pick<TargetContext, 'keys' | 'clock' | 'provider' | 'database'>,
  own: OwnAlias,
): Promise<Unbinned | null> {
  const { aliasId, userId } = own;
  const binned = await findBinned(db, context, own);
  if (binned === null) return null;
  return context.provider.changeAliases(db, own, async (noted) => {
    await noted.updateTable('aliases').set({ binnedAt: null, binEndsAt: null }).where('id', '=', aliasId).execute();
    if ((await findTargetIds(noted, aliasId)).length === 0) {
      const target = await findDefaultTarget({ ...context, database: { ...context.database, db } }, userId);
      if (target === null) throw new AppError('no_target');
      await linkTargets(noted, context, aliasId, [target]);
    }
    const { address, ofDomain: domainId } = binned;
    const { lifted } = await liftTombstone(noted, context.keys, { userId, address, ofDomain: domainId, aliasId });
    return { times: binned.times, lifted };
  });
}

/**
 * Restores a deleted alias of this account from the bin, with id, targets, notes, settings and contacts. One that the
 * provider refuses stays where it was.
 * @throws AppError rate_limited, no_target, provider_refused, alias_unavailable; not_found for what does not lie in the
 * bin of this account.
 */
export async function restoreFromBin(context: TargetContext, own: OwnAlias): Promise<Alias> {
  const { database, limiter, provider } = context;
  await limiter.take('aliasChangesPerUser', { userId: own.userId });
  const { alias, former } = await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, own.userId);
    const unbinned = await unbinAlias(transaction, context, own);
    if (unbinned === null) throw new AppError('not_found');
    return { alias: await getAlias(transaction, context, own.aliasId, own.userId), former: unbinned };
  });
  const settled = await provider.pushAlias(alias);
  const fault = findStateFault(settled.providerState);
  if (fault === null) return settled;
  await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, own.userId);
    await getLiveAlias(transaction, own);
    if (former.lifted !== null) await restoreTombstone(transaction, former.lifted);
    await binAlias(transaction, context, own, former.times);
  });
  throw fault;
}
