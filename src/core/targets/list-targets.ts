import type { AccountTarget } from '#contract/targets.ts';
import type { CoreContext } from '#core/core-context.ts';
import { findOwnTargetHash } from '#core/targets/find-own-target-hash.ts';
import { openTarget } from '#core/targets/open-target.ts';
import { selectTargets } from '#core/targets/select-targets.ts';

/**
 * The targets of an account, oldest first: those that aliases use, those confirmed, and the account's own email.
 * Any other only waits for its mailed link to run out.
 */
export async function listTargets(
  { database: { db }, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AccountTarget[]> {
  const ownHash = await findOwnTargetHash(db, keys, userId);
  const rows = await selectTargets(db)
    .select('targets.spfReplies')
    .select(({ selectFrom }) =>
      selectFrom('aliasTargets')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('targetId', '=', 'targets.id')
        .as('aliases'),
    )
    .where('targets.userId', '=', userId)
    .orderBy('targets.createdAt')
    .orderBy('targets.id')
    .execute();
  return rows
    .map((row) => ({ ...row, aliases: Number(row.aliases) }))
    .filter((row) => row.aliases > 0 || row.confirmedAt !== null || ownHash?.equals(row.valueHash))
    .map((row) => ({ ...openTarget(keys, row), aliases: row.aliases, spfReplies: row.spfReplies }));
}
