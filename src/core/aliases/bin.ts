import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { linkTargets } from '#core/aliases/alias-targets.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
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

const dayMs = 24 * 60 * 60 * 1000;

/** Lays an alias into the bin. Its SMTP credential ends for good. Runs in the caller's transaction, behind `getLiveAlias`. */
export async function binAlias(
  db: Db,
  { clock, provider }: Pick<TargetContext, 'clock' | 'provider'>,
  own: OwnAlias,
  days: number,
): Promise<void> {
  const now = clock.now();
  await provider.changeAliases(db, own, (noted) =>
    provider.changeCredentials(noted, own, async (both) => {
      await both.deleteFrom('smtpCredentials').where('aliasId', '=', own.aliasId).execute();
      await both
        .updateTable('aliases')
        .set({ binnedAt: new Date(now), binEndsAt: new Date(now + days * dayMs) })
        .where('id', '=', own.aliasId)
        .execute();
    }),
  );
}

/**
 * Takes an alias out of the bin, as it was when it was deleted; false when it does not lie there. Where none of its
 * targets is left, the default target serves it. Runs in the caller's transaction, behind `lockAccount`.
 * @throws AppError no_target.
 */
export async function unbinAlias(
  db: Db,
  context: Pick<TargetContext, 'keys' | 'clock' | 'provider' | 'database'>,
  own: OwnAlias,
): Promise<boolean> {
  const { aliasId, userId } = own;
  return context.provider.changeAliases(db, own, async (noted) => {
    const row = await noted
      .updateTable('aliases')
      .set({ binnedAt: null, binEndsAt: null })
      .where('id', '=', aliasId)
      .where('userId', '=', userId)
      .where('binEndsAt', '>', new Date(context.clock.now()))
      .returning(({ exists, selectFrom }) =>
        exists(selectFrom('aliasTargets').select('id').where('aliasId', '=', aliasId)).as('isLinked'),
      )
      .executeTakeFirst();
    if (row === undefined) return false;
    if (!row.isLinked) {
      const target = await findDefaultTarget({ ...context, database: { ...context.database, db } }, userId);
      if (target === null) throw new AppError('no_target');
      await linkTargets(noted, context, aliasId, [target]);
    }
    return true;
  });
}

/**
 * Restores a deleted alias of this account from the bin, with id, targets, notes, settings and contacts.
 * @throws AppError rate_limited, no_target, provider_refused; not_found for what does not lie in the bin of this account.
 */
export async function restoreFromBin(context: TargetContext, own: OwnAlias): Promise<Alias> {
  const { database, limiter, provider } = context;
  await limiter.take('aliasChangesPerUser', { userId: own.userId });
  const alias = await database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, own.userId);
    if (!(await unbinAlias(transaction, context, own))) throw new AppError('not_found');
    return getAlias(transaction, context, own.aliasId, own.userId);
  });
  const settled = await provider.pushAlias(alias);
  const fault = findStateFault(settled.providerState);
  if (fault !== null) throw fault;
  return settled;
}
