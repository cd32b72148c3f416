import { z } from 'zod';
import { securityEventSchema } from '#contract/account.ts';
import { findOwnTexts } from '#core/account-language.ts';
import { issueLink, linkKinds } from '#core/links/secret-links.ts';
import { renderMail } from '#core/render-mail.ts';
import { securityMailContext } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { runEvery } from '#platform/run-every.ts';

const everyMs = 5_000;
/** Accounts that one sweep writes to, and events that one mail is made of. */
const accountsAtOnce = 100;
const eventsAtOnce = 2_000;

type MailContext = Pick<
  TargetContext,
  'database' | 'keys' | 'clock' | 'random' | 'log' | 'limiter' | 'mailer' | 'settings'
>;

const toldSchema = securityEventSchema.omit({ name: true }).extend({
  recipient: z.string(),
  own: z.boolean().optional(),
  atMs: z.number(),
});

/**
 * Tells one inbox all that waits for it, in one mail. Its rows are held until the mail is in the queue: of two programs at
 * once, one finds nothing, and a crash tells twice rather than never.
 */
function tellInbox(context: MailContext, userId: string, inboxHash: Buffer): Promise<boolean> {
  const { database, keys, mailer, settings } = context;
  return database.db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('securityMails')
      .select(['id', 'toldSealed'])
      .where('userId', '=', userId)
      .where('inboxHash', '=', inboxHash)
      .orderBy('createdAt')
      .limit(eventsAtOnce)
      .forUpdate()
      .skipLocked()
      .execute();
    const events = rows.map(({ id, toldSealed }) =>
      toldSchema.parse(JSON.parse(keys.open(securityMailContext(id), toldSealed).toString())),
    );
    const [first] = events;
    if (first === undefined) return false;
    const { securityMail, language } = await findOwnTexts(transaction, userId);
    // Of one mail to one inbox: it locks the account, whatever becomes of the inbox.
    const { path } = await issueLink(database.db, context, 'lock_account', { userId });
    const words = securityMail(`${settings.publicUrl}${path}`, linkKinds.lock_account.lifeMs, events);
    const mail = renderMail(words, language);
    // Nobody's quota: a full one must not keep a warning back.
    await mailer.send({ recipient: first.recipient, userId: null, ...mail });
    const ids = rows.map(({ id }) => id);
    await transaction.deleteFrom('securityMails').where('id', 'in', ids).execute();
    return true;
  });
}

/** One mail to each inbox of an account, unless it had its mails of today: then all of it waits for the next. */
async function tellAccount(context: MailContext, userId: string): Promise<void> {
  const { database, limiter } = context;
  const notBefore = await limiter.reserve('securityMailsPerUser', { userId });
  if (notBefore !== null) {
    await database.db.updateTable('securityMails').set({ dueAt: notBefore }).where('userId', '=', userId).execute();
    return;
  }
  const inboxes = await database.db
    .selectFrom('securityMails')
    .leftJoin('stoppedAddresses', 'addressHash', 'inboxHash')
    .select(['inboxHash', 'addressHash'])
    .distinct()
    .where('userId', '=', userId)
    .execute();
  const stopped = inboxes.filter(({ addressHash }) => addressHash !== null).map(({ inboxHash }) => inboxHash);
  if (stopped.length > 0) await database.db.deleteFrom('securityMails').where('inboxHash', 'in', stopped).execute();
  let told = false;
  for (const { inboxHash, addressHash } of inboxes) {
    if (addressHash === null) told = (await tellInbox(context, userId, inboxHash)) || told;
  }
  if (!told) await limiter.giveBack('securityMailsPerUser', { userId });
}

/** Sends the warnings that are due, and with them whatever else waits for the same inboxes. */
export async function sendSecurityMails(context: MailContext): Promise<void> {
  const due = await context.database.db
    .selectFrom('securityMails')
    .select('userId')
    .distinct()
    .where('dueAt', '<=', new Date(context.clock.now()))
    .limit(accountsAtOnce)
    .execute();
  for (const { userId } of due) {
    // One account's trouble is not the next one's.
    await tellAccount(context, userId).catch((error: unknown) => context.log.error('security_mail_failed', error));
  }
}

/** Sends them every few seconds. Returns how to stop it; settles when nothing is under way. */
export function startSecurityMails(context: MailContext): () => Promise<void> {
  return runEvery(
    everyMs,
    () => sendSecurityMails(context),
    (error) => context.log.error('security_mails_failed', error),
  );
}
