import { renderMail } from '#core/render-mail.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { registrationMails } from '#messages/server/registration-mails.ts';

type TellContext = Pick<TargetContext, 'database' | 'limiter' | 'mailer'> & {
  /** Null: nobody is told. */
  readonly operatorEmail: string | null;
};

/**
 * Tells the operator how many accounts wait, where some do that no mail was about: all of them in one, at most once a day. A crash
 * tells twice rather than never.
 */
export async function tellOfWaitingAccounts(context: TellContext): Promise<void> {
  const { database, limiter, mailer, operatorEmail: recipient } = context;
  if (recipient === null) return;
  const waiting = await database.db
    .selectFrom('users')
    .select(['id', 'waitingTold'])
    .where('waitingSince', 'is not', null)
    .execute();
  const untold = waiting.filter(({ waitingTold }) => !waitingTold).map(({ id }) => id);
  if (untold.length === 0 || !(await limiter.tryTake('waitingAccountNotices', {}))) return;
  await mailer.send({ recipient, userId: null, ...renderMail(registrationMails.accountsWait(waiting.length)) });
  await database.db.updateTable('users').set({ waitingTold: true }).where('id', 'in', untold).execute();
}
