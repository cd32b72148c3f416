import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import { eraseAlias } from '#core/aliases/delete-alias.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';

/** Aliases of one account by their ids; foreign ones are left out like unknown ones. */
interface NamedAliases {
  readonly userId: string;
  readonly ids: readonly string[];
}

/** Pins aliases, or no longer. Returns those that are there. @throws AppError rate_limited. */
export async function pinAliases(
  { database, limiter }: Pick<TargetContext, 'database' | 'limiter'>,
  { userId, ids }: NamedAliases,
  pinned: boolean,
): Promise<string[]> {
  await limiter.take('aliasChangesPerUser', { userId });
  const rows = await database.db
    .updateTable('aliases')
    .set({ pinned })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('userId', '=', userId)
    .where('binnedAt', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases aliases at once, whether or not they lie in the bin, all or none. Returns those that were there. @throws AppError rate_limited. */
export async function forgetAliases(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider' | 'limiter'>,
  { userId, ids }: NamedAliases,
): Promise<string[]> {
  await context.limiter.take('aliasChangesPerUser', { userId });
  return context.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, userId);
    const erased: string[] = [];
    for (const aliasId of new Set(ids)) {
      const isThere = await eraseAlias(transaction, context, { aliasId, userId }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'not_found') return false;
          throw error;
        },
      );
      if (isThere) erased.push(aliasId);
    }
    return erased;
  });
}
