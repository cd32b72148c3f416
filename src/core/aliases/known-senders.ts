import { sql } from 'kysely';
import type { Alias } from '#contract/aliases.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { expectedOctets } from '#core/aliases/standing/note-senders.ts';
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
  await sql`
    update aliases set other_sender = null, other_sender_on = null,
      expected_senders = substr(expected_senders || other_sender,
        greatest(1, length(expected_senders || other_sender) - ${sql.lit(expectedOctets - 1)}))
    where id = ${aliasId} and user_id = ${userId} and other_sender is not null`.execute(database.db);
  return getAlias(database.db, { keys, clock }, aliasId, userId);
}
