import { readAliasIds, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { eraseAliases } from '#core/aliases/delete-alias.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';

type EndContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

const batch = 100;

/** Erases aliases whose days in the bin are over. Each on its own: nobody waits long who restores one at that moment. */
export async function endBinnedAliases(context: EndContext): Promise<void> {
  const { database, clock } = context;
  const which = { whereabouts: 'binned', binOver: new Date(clock.now()) } as const;
  for (;;) {
    const over = await readAliasRows(database.db, { ...which, first: batch, by: 'binEndsAt' }, ['id', 'userId']);
    for (const { id, userId } of over) {
      await database.db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, userId);
        const aliasIds = await readAliasIds(transaction, { ...which, ids: [id], userId });
        if (aliasIds.length === 0) return;
        await eraseAliases(transaction, context, { userId, aliasIds }, { restorable: true });
      });
    }
    if (over.length < batch) return;
  }
}
