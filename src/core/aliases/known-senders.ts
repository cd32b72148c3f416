import { sql } from 'kysely';
import type { Alias } from '#contract/aliases.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { expectedOctets } from '#core/aliases/standing/note-message.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * Whoever else wrote to an alias is one of those its owner expects from now on; does nothing where nobody else did.
 * @throws AppError not_found, for a foreign alias as for an unknown one; rate_limited.
 */
export async function expectOtherSender(
  { database, keys, clock, limiter }: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'limiter'>,
  aliasId: string,
  userId: string,
): Promise<Alias> {
  await limiter.take('aliasChangesPerUser', { userId });
  const both = sql`expected_senders || other_sender`;
  await changeAliasRows(
    database.db,
    { ids: [aliasId], userId, whereabouts: 'any' },
    {
      otherSender: null,
      otherSenderOn: null,
      expectedSenders: sql<Buffer>`coalesce(
        substr(${both}, greatest(1, length(${both}) - ${sql.lit(expectedOctets - 1)})), expected_senders)`,
    },
  );
  return getAlias(database.db, { keys, clock }, aliasId, userId);
}
