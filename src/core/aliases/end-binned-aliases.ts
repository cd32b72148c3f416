import { aliasRows } from '#core/alias-rows/read-rows.ts';
import { eraseAliases } from '#core/aliases/delete-alias.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

type EndContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'provider'>;

const batch = 100;

/** Erases aliases whose days in the bin are over. Each on its own: nobody waits long who restores one at that moment. */
export async function endBinnedAliases(context: EndContext): Promise<void> {
  const { database, clock } = context;
  const selectOver = (db: Db) =>
    db
      .selectFrom(aliasRows({ whereabouts: 'binned' }, ['id', 'userId', 'binEndsAt']).as('a'))
      .select(['id as aliasId', 'userId'])
      .where('binEndsAt', '<=', new Date(clock.now()));
  for (;;) {
    const over = await selectOver(database.db).orderBy('binEndsAt').limit(batch).execute();
    for (const { aliasId, userId } of over) {
      await database.db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, userId);
        const isOver = await selectOver(transaction).where('id', '=', aliasId).executeTakeFirst();
        if (isOver === undefined) return;
        await eraseAliases(transaction, context, { userId, aliasIds: [aliasId] }, { restorable: true });
      });
    }
    if (over.length < batch) return;
  }
}
