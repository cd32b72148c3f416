import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { countAliases } from '#core/alias-rows/read-rows.ts';
import type { TargetSettings } from '#core/targets/target-context.ts';
import { selectUnconfirmed } from '#core/unconfirmed-accounts.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** How many aliases an account has room for, and what its owner is told when there is none. */
export interface AliasRoom {
  /** Infinity: as many as one likes. */
  readonly left: number;
  readonly refusal: AppError;
}

interface QuotaContext {
  readonly settings: Pick<TargetSettings, 'quotas' | 'targetConfirmation'>;
}

/** The quota of an account, the operator's word for it or that of the settings, and what to tell whoever would exceed it. */
async function readQuota(db: Db, { settings }: QuotaContext, userId: string) {
  const { quotas, targetConfirmation } = settings;
  const isUnconfirmed =
    targetConfirmation !== 'off' &&
    (await selectUnconfirmed(db).where('users.id', '=', userId).executeTakeFirst()) !== undefined;
  const user = await db.selectFrom('users').select('aliasQuota').where('id', '=', userId).executeTakeFirst();
  const most = user?.aliasQuota ?? quotas.aliases ?? Infinity;
  const max = Math.min(most, isUnconfirmed ? quotas.unconfirmedAliases : Infinity);
  const message = isUnconfirmed ? exactErrors.tooManyUnconfirmed(max) : exactErrors.tooManyAliases(max);
  return { max, refusal: new AppError('too_many_aliases', { message }) };
}

/** Those in the bin count: their names are taken. */
async function countNames(db: Db, userId: string): Promise<number> {
  const { all, binned } = await countAliases(db, { userId });
  return all + binned;
}

/** SQL: how many more aliases the account `u`, which has `names` now, has room for; null: as many as it likes. */
export function roomNow(db: Db, { settings }: QuotaContext, names: RawBuilder<number>): RawBuilder<number | null> {
  const { quotas, targetConfirmation } = settings;
  const own = selectUnconfirmed(db).where('users.id', '=', sql.ref<string>('u.id'));
  return sql<number | null>`(
    select case when q.max is not null then q.max - ${names} end
    from (
      select least(coalesce(u.alias_quota, ${quotas.aliases}::int),
        case when ${targetConfirmation !== 'off'}::boolean and exists ${own} then ${quotas.unconfirmedAliases}::int end) as max) q)`;
}

/**
 * How much room an account has, held: where an account has a quota it is locked until the caller's transaction ends, so that two at once do not
 * both find room for the last alias.
 */
export async function findAliasRoom(db: Db, context: QuotaContext, userId: string): Promise<AliasRoom> {
  const { max, refusal } = await readQuota(db, context, userId);
  if (max === Infinity) return { left: max, refusal };
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  return { left: max - (await countNames(db, userId)), refusal };
}
