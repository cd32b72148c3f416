import { DatabaseError } from 'pg';
import { unconfirmedLifeMs } from '#core/accounts/account-end.ts';
import { removeUser } from '#core/accounts/account.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { leavingMs, lockAccount } from '#core/user-row.ts';
import { selectUnconfirmed } from '#core/unconfirmed-accounts.ts';
import type { Db } from '#database/database.ts';

type RemoveContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'provider' | 'settings'>;

/** Accounts that nobody has confirmed for 30 days, so that no address stays taken by a stranger. */
function selectUnconfirmedTooLong(db: Db, { clock }: RemoveContext) {
  return selectUnconfirmed(db)
    .where('unconfirmedSince', '<=', new Date(clock.now() - unconfirmedLifeMs))
    .orderBy('unconfirmedSince');
}

/** Accounts whose owner deleted them seven days ago and did not come back. */
function selectLeft(db: Db, { clock }: RemoveContext) {
  return db
    .selectFrom('users')
    .select('id')
    .where('leavingAt', '<=', new Date(clock.now() - leavingMs))
    .orderBy('leavingAt');
}

const batch = 200;

/**
 * Each in its own transaction, and only if it is over still: its owner or another node may have come first. One that cannot be erased keeps
 * no other from it. @returns what went wrong.
 */
async function removeOver(
  context: RemoveContext,
  selectOver: typeof selectLeft | typeof selectUnconfirmedTooLong,
): Promise<DatabaseError[]> {
  const { db } = context.database;
  const faults: DatabaseError[] = [];
  const over = await selectOver(db, context).limit(batch).execute();
  for (const { id } of over) {
    const removed = db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, id);
      const isOver = await selectOver(transaction, context).where('users.id', '=', id).executeTakeFirst();
      if (isOver !== undefined) await removeUser(transaction, context, id);
    });
    await removed.catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) throw error;
      faults.push(error);
    });
  }
  // Those that stay would be met again at once.
  return over.length < batch || faults.length > 0 ? faults : removeOver(context, selectOver);
}

/** Erases accounts whose time is over, with all that is stored about them. @throws the first of what went wrong, behind all others. */
export async function removeEndedAccounts(context: RemoveContext): Promise<void> {
  const faults = await removeOver(context, selectLeft);
  if (context.settings.targetConfirmation !== 'off') {
    faults.push(...(await removeOver(context, selectUnconfirmedTooLong)));
  }
  const [fault] = faults;
  if (fault !== undefined) throw fault;
}
