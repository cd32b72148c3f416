import { findOwnTexts } from '#core/account-language.ts';
import { renderMail } from '#core/render-mail.ts';
import { findWarnedInboxes } from '#core/security/warned-inboxes.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';
import { registrationMails } from '#messages/server/registration-mails.ts';
import { runEvery } from '#platform/run-every.ts';

const everyMs = 30_000;
const decisionsAtOnce = 100;

type TellContext = Pick<TargetContext, 'database' | 'keys' | 'log' | 'limiter' | 'mailer' | 'settings'> & {
  /** Null: nobody is told that accounts wait. */
  readonly operatorEmail: string | null;
};

function selectWaiting(db: Db) {
  return db.selectFrom('users').where('waitingSince', 'is not', null).where('decision', 'is', null);
}

/**
 * Tells the operator how many accounts wait, where some do that no mail was about: all of them in one, at most once a day. A crash
 * tells twice rather than never.
 */
async function tellOfWaitingAccounts({ database, limiter, mailer, operatorEmail }: TellContext): Promise<void> {
  if (operatorEmail === null) return;
  const untold = await selectWaiting(database.db)
    .select('id')
    .where('waitingTold', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (untold === undefined || !(await limiter.tryTake('waitingAccountNotices', {}))) return;
  await database.db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ waitingTold: true })
      .where('id', 'in', selectWaiting(transaction).select('id').where('waitingTold', '=', false))
      .execute();
    const { count } = await selectWaiting(transaction)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    const mail = renderMail(registrationMails.accountsWait(Number(count)));
    await mailer.send({ recipient: operatorEmail, userId: null, ...mail });
  });
}

/** Mails the proven inboxes of one account what was decided about it, and erases it if that was a refusal. */
function settleDecision({ database, keys, mailer, settings }: TellContext, userId: string): Promise<void> {
  return database.db.transaction().execute(async (transaction) => {
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
    const { ownRegistrationMails, language } = await findOwnTexts(transaction, userId);
    const words = isApproved
      ? ownRegistrationMails.approved(`${settings.publicUrl}/dashboard`)
      : ownRegistrationMails.refused();
    for (const { address } of await findWarnedInboxes(transaction, keys, userId))
      await mailer.send({ recipient: address, userId: null, ...renderMail(words, language) });
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

/** Does so twice a minute. Returns how to stop it; settles when nothing is under way. */
export function startRegistrationMails(context: TellContext): () => Promise<void> {
  return runEvery(
    everyMs,
    () => tellOfRegistrations(context),
    (error) => context.log.error('registration_mails_failed', error),
  );
}
