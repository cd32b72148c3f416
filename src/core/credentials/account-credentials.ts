import { base32nopad } from '@scure/base';
import type { AccountCredential, NewAccountCredential } from '#contract/account/smtp-credentials.ts';
import { AppError } from '#contract/errors.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashPassword, makePassword } from '#core/credentials/credential-holders.ts';
import { recordSecurityEvent, type SecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { shareAccount } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';

/** 16 characters of base32: a name that tells nothing of whose it is. */
const usernameBytes = 10;

/** The credentials of an account that send as more than one alias, oldest first. */
export async function listAccountCredentials(db: Db, userId: string): Promise<AccountCredential[]> {
  const rows = await db
    .selectFrom('smtpCredentials')
    .leftJoin('domains', 'domains.id', 'domainId')
    .select(['smtpCredentials.id', 'username', 'domainId', 'name as domain', 'smtpCredentials.createdAt'])
    .where('userId', '=', userId)
    .orderBy('smtpCredentials.createdAt')
    .orderBy('smtpCredentials.id')
    .execute();
  return rows.map(({ username, createdAt, ...row }) => ({
    ...row,
    username: username ?? '',
    createdAt: createdAt.toISOString(),
  }));
}

type Context = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'limiter'>;

function eventOf(domain: string | null): SecurityEvent {
  return domain === null
    ? { kind: 'account_credential_made', scope: 'all' }
    : { kind: 'account_credential_made', scope: 'domain', name: domain };
}

/** The name of a domain that this account may use. @throws AppError not_found, for a domain of others as for an unknown one. */
async function getUsable(db: Db, domainId: string, userId: string): Promise<string> {
  const { name } = await db
    .selectFrom('domainMembers')
    .innerJoin('domains', 'domains.id', 'domainId')
    .select('name')
    .where('domainId', '=', domainId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return name;
}

/**
 * Makes the credential that sends as each live alias of an account, or of its aliases on one domain. Its password is known only here
 * and after a regeneration. @throws AppError rate_limited, not_found, account_credential_exists.
 */
export async function createAccountCredential(
  context: Context,
  userId: string,
  domainId: string | null,
): Promise<NewAccountCredential> {
  const { database, clock, random, limiter } = context;
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  const username = base32nopad.encode(random.bytes(usernameBytes)).toLowerCase();
  const createdAt = new Date(clock.now());
  const id = random.uuid();
  const domain = await database.db.transaction().execute(async (transaction) => {
    await shareAccount(transaction, userId);
    const name = domainId === null ? null : await getUsable(transaction, domainId, userId);
    await recordSecurityEvent(transaction, context, userId, eventOf(name));
    const made = await transaction
      .insertInto('smtpCredentials')
      .values({ id, userId, domainId, username, passwordHash: hashPassword(password), createdAt })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) throw new AppError('account_credential_exists');
    return name;
  });
  return { id, username, password, domainId, domain, createdAt: createdAt.toISOString() };
}

/** Gives such a credential a new password; the old one ends. @throws AppError rate_limited, not_found. */
export async function regenerateAccountCredential(
  context: Context,
  userId: string,
  id: string,
): Promise<NewAccountCredential> {
  const { database, random, limiter } = context;
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  return database.db.transaction().execute(async (transaction) => {
    await shareAccount(transaction, userId);
    const row = await transaction
      .updateTable('smtpCredentials')
      .set({ passwordHash: hashPassword(password) })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .returning(['username', 'domainId', 'createdAt'])
      .returning(({ selectFrom }) =>
        selectFrom('domains').select('name').whereRef('domains.id', '=', 'smtpCredentials.domainId').as('domain'),
      )
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    const { username, domainId, domain, createdAt } = row;
    await recordSecurityEvent(transaction, context, userId, eventOf(domain));
    return { id, username: username ?? '', password, domainId, domain, createdAt: createdAt.toISOString() };
  });
}

/** Ends such a credential. @throws AppError not_found. */
export async function deleteAccountCredential(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  id: string,
): Promise<void> {
  await database.db
    .deleteFrom('smtpCredentials')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** Ends what an account sends by on a domain that passes to another together with its aliases. Runs in the caller's transaction. */
export async function endDomainCredential(db: Db, userId: string, domainId: string): Promise<void> {
  await db.deleteFrom('smtpCredentials').where('userId', '=', userId).where('domainId', '=', domainId).execute();
}
