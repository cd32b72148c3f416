import { selectUnconfirmed, unconfirmedLifeMs } from '#core/accounts/account-end.ts';
import { removeUser } from '#core/accounts/account.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { lockAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

const batch = 200;

/** Erases accounts that nobody has confirmed for 30 days, so that no address stays taken by a stranger. */
export async function removeUnconfirmedAccounts(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'provider' | 'settings'>,
): Promise<void> {
  const { database, clock, settings } = context;
  if (settings.targetConfirmation === 'off') return;
  const before = new Date(clock.now() - unconfirmedLifeMs);
  const selectOver = (db: Db) => selectUnconfirmed(db).where('unconfirmedSince', '<=', before);
  const over = await selectOver(database.db).orderBy('unconfirmedSince').limit(batch).execute();
  for (const { id } of over) {
    await database.db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, id);
      const isOver = (await selectOver(transaction).where('users.id', '=', id).executeTakeFirst()) !== undefined;
      if (isOver) await removeUser(transaction, context, id);
    });
  }
}
