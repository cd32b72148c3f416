import { AppError } from '#contract/errors.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { selectUnconfirmed } from '#core/unconfirmed-accounts.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** How many aliases an account has room for, and what its owner is told when there is none. */
export interface AliasRoom {
  /** Infinity: as many as one likes. */
  readonly left: number;
  readonly refusal: AppError;
}

/**
 * The quota of an account: the operator's word for it, else that of the settings. Where it has one the account is held until the caller's transaction ends, so that two at once
 * do not both find room for the last alias. Those in the bin count: their names are taken.
 */
export async function findAliasRoom(
  db: Db,
  { settings }: Pick<TargetContext, 'settings'>,
  userId: string,
): Promise<AliasRoom> {
  const { quotas, targetConfirmation } = settings;
  const isUnconfirmed =
    targetConfirmation !== 'off' &&
    (await selectUnconfirmed(db).where('users.id', '=', userId).executeTakeFirst()) !== undefined;
  const user = await db.selectFrom('users').select('aliasQuota').where('id', '=', userId).executeTakeFirst();
  const most = user?.aliasQuota ?? quotas.aliases ?? Infinity;
  const max = Math.min(most, isUnconfirmed ? quotas.unconfirmedAliases : Infinity);
  const message = isUnconfirmed ? exactErrors.tooManyUnconfirmed(max) : exactErrors.tooManyAliases(max);
  const refusal = new AppError('too_many_aliases', { message });
  if (max === Infinity) return { left: max, refusal };
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const { count } = await db
    .selectFrom('aliases')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { left: max - Number(count), refusal };
}
