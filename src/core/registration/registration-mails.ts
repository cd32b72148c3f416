import type { CoreContext } from '#core/core-context.ts';
import { type NoticeContext, notify } from '#core/notices/notify.ts';
import { findWarnedInboxes } from '#core/security/warned-inboxes.ts';
import type { Db } from '#database/database.ts';
import { runEvery } from '#platform/run-every.ts';

const everyMs = 30_000;
const decisionsAtOnce = 100;

type TellContext = NoticeContext & Pick<CoreContext, 'log'>;

function selectWaiting(db: Db) {
  return db.selectFrom('users').where('waitingSince', 'is not', null).where('decision', 'is', null);
}

/** Tells the operator how many accounts wait, where some do that no mail was about: all of them in one, at most once a day. */
async function tellOfWaitingAccounts(context: TellContext): Promise<void> {
  const { db } = context.database;
  const untold = await selectWaiting(db).select('id').where('waitingTold', '=', false).limit(1).executeTakeFirst();
  if (untold === undefined) return;
  await db.transaction().execute(async (transaction) => {
    const { count } = await selectWaiting(transaction)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (!(await notify(context, { kind: 'accounts_wait', userId: null, values: [Number(count)] }, transaction))) return;
    await transaction
      .updateTable('users')
      .set({ waitingTold: true })
      .where('id', 'in', selectWaiting(transaction).select('id').where('waitingTold', '=', false))
      .execute();
  });
}

/** Tells the proven inboxes of one account what was decided about it, and erases it if that was a refusal. */
function settleDecision(context: TellContext, userId: string): Promise<void> {
  return context.database.db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('users')
      .select('decision')
      .where('id', '=', userId)
      .where('decision', 'is not', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (user === undefined) return;
    const isApproved = user.decision === 'approved';
    const kind = isApproved ? 'account_approved' : 'account_refused';
    for (const { address: recipient } of await findWarnedInboxes(transaction, context.keys, userId))
      await notify(context, { kind, userId, recipient, values: [] }, transaction);
    // It has no alias that would leave a tombstone: an account that waits makes none.
    if (isApproved) await transaction.updateTable('users').set({ decision: null }).where('id', '=', userId).execute();
    else await transaction.deleteFrom('users').where('id', '=', userId).execute();
  });
}

/** What the operator decided, carried out, and who waits, told. */
export async function tellOfRegistrations(context: TellContext): Promise<void> {
  const decided = await context.database.db
    .selectFrom('users')
    .select('id')
    .where('decision', 'is not', null)
    .limit(decisionsAtOnce)
    .execute();
  for (const { id } of decided) {
    // One account's trouble is not the next one's.
    await settleDecision(context, id).catch((error: unknown) => context.log.error('decision_mail_failed', error));
  }
  await tellOfWaitingAccounts(context);
}

/** Mails decisions about accounts, and who waits, twice a minute. @returns how to stop it; settles when nothing is under way. */
export function startRegistrationMails(context: TellContext): () => Promise<void> {
  return runEvery(
    everyMs,
    () => tellOfRegistrations(context),
    (error) => context.log.error('registration_mails_failed', error),
  );
}
