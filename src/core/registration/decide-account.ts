import { parseEmailAddress } from '#contract/email-address.ts';
import type { CoreContext } from '#core/core-context.ts';
import { renderMail } from '#core/render-mail.ts';
import { findWarnedInboxes } from '#core/security/warned-inboxes.ts';
import type { SystemMailer } from '#core/system-mail.ts';
import { nameOfAccount, userEmailHash } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import type { MailWords } from '#messages/server/mails.ts';
import { registrationMails } from '#messages/server/registration-mails.ts';

/** An account that waits, as the operator sees it: not its address, which its owner may tell. */
export interface WaitingAccount {
  /** What the account's own page calls it. */
  readonly name: string;
  readonly since: Date;
  /** How it was opened. */
  readonly authMethod: string;
  /** Its mailbox was proven. */
  readonly proven: boolean;
}

const listedMax = 100;

/** The accounts that wait, longest first; at most 100 of them. */
export async function listWaitingAccounts({ database }: Pick<CoreContext, 'database'>): Promise<WaitingAccount[]> {
  const rows = await database.db
    .selectFrom('users')
    .select(['id', 'waitingSince', 'authMethod', 'emailVerifiedAt'])
    .where('waitingSince', 'is not', null)
    .orderBy('waitingSince')
    .orderBy('id')
    .limit(listedMax)
    .execute();
  return rows.flatMap(({ id, waitingSince: since, authMethod, emailVerifiedAt }) =>
    since === null ? [] : [{ name: nameOfAccount(id), since, authMethod, proven: emailVerifiedAt !== null }],
  );
}

interface DecideContext extends Pick<CoreContext, 'database' | 'keys'> {
  readonly mailer: SystemMailer;
}

/** The one account that waits under a name or an email, held until the caller's transaction ends; null for none. */
async function holdWaiting(db: Db, { keys }: DecideContext, nameOrEmail: string): Promise<string | null> {
  const email = parseEmailAddress(nameOrEmail);
  const waiting = db.selectFrom('users').select('id').where('waitingSince', 'is not', null);
  const asked =
    email === null
      ? waiting.where(({ eb, cast }) => eb(cast('id', 'text'), 'like', `${nameOrEmail.replaceAll(/[^0-9a-f]/g, '')}%`))
      : waiting.where('emailHash', '=', userEmailHash(keys, email.normalised));
  const [found, ...others] = await asked.limit(2).forUpdate().execute();
  return found === undefined || others.length > 0 ? null : found.id;
}

/** Decides about one account and mails those inboxes of it that are proven, if there are any; false when it does not wait. */
function decide(
  context: DecideContext,
  nameOrEmail: string,
  { words, change }: { readonly words: MailWords; readonly change: (db: Db, userId: string) => Promise<unknown> },
): Promise<boolean> {
  const { database, keys, mailer } = context;
  return database.db.transaction().execute(async (transaction) => {
    const userId = await holdWaiting(transaction, context, nameOrEmail);
    if (userId === null) return false;
    const inboxes = await findWarnedInboxes(transaction, keys, userId);
    await change(transaction, userId);
    for (const { address } of inboxes) await mailer.send({ recipient: address, userId: null, ...renderMail(words) });
    return true;
  });
}

/** Lets an account that waits do what others do. @returns false for one that is unknown or does not wait. */
export function approveAccount(
  context: DecideContext & { readonly publicUrl: string },
  nameOrEmail: string,
): Promise<boolean> {
  return decide(context, nameOrEmail, {
    words: registrationMails.approved(`${context.publicUrl}/dashboard`),
    change: (db, id) =>
      db.updateTable('users').set({ waitingSince: null, waitingTold: false }).where('id', '=', id).execute(),
  });
}

/** Erases an account that waits, which has no alias yet. @returns false for one that is unknown or does not wait. */
export function refuseAccount(context: DecideContext, nameOrEmail: string): Promise<boolean> {
  return decide(context, nameOrEmail, {
    words: registrationMails.refused(),
    change: (db, id) => db.deleteFrom('users').where('id', '=', id).execute(),
  });
}
