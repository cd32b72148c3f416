import { sql } from 'kysely';
import { getLink } from '#core/targets/get-link.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * The inbox's owner says "this was not me", or withdraws later: nothing is forwarded to the address any more,
 * from no account, and it is never asked again. May be called again with no further effect.
 * @throws AppError link_unusable.
 */
export async function stopTarget(
  context: Pick<TargetContext, 'database' | 'clock' | 'provider'>,
  token: string,
): Promise<void> {
  const { tokenHash, valueHash } = await getLink(context, token);
  const now = new Date(context.clock.now());
  await context.database.db.transaction().execute(async (transaction) => {
    await context.provider.noteAliases(transaction, { valueHash });
    await transaction
      .insertInto('stoppedAddresses')
      .values({ addressHash: valueHash, createdAt: now })
      .onConflict((conflict) => conflict.column('addressHash').doNothing())
      .execute();
    await transaction.updateTable('targets').set({ confirmedAt: null }).where('valueHash', '=', valueHash).execute();
    await transaction
      .updateTable('oneTimeLinks')
      .set({ usedAt: sql<Date>`coalesce(used_at, ${now})` })
      .where('tokenHash', '=', tokenHash)
      .execute();
  });
}
