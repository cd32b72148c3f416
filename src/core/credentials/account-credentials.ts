import { timingSafeEqual } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { sql } from 'kysely';
import type { AccountCredential, NewAccountCredential } from '#contract/account/smtp-credentials.ts';
import { AppError } from '#contract/errors.ts';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashPassword, makePassword, type CredentialHolder } from '#core/credentials/credentials.ts';
import { recordSecurityEvent, type SecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';
import { splitAddress } from '#platform/addresses.ts';

/** 16 characters of base32: a name that tells nothing of whose it is. */
const usernameBytes = 10;

/** Who holds a password that sends as each live alias of an account. */
export interface AccountHolder {
  /** Of the password given: it holds until the credential gets another. */
  readonly passwordHash: Buffer;
  readonly credentialId: string;
  readonly userId: string;
}

/** Compared with when there is no credential, so that an unknown name takes as long as a wrong password. */
const noHash = Buffer.alloc(32);

/** Names of credentials of accounts hold no `@`, those of aliases do. */
export function isAccountName(username: string): boolean {
  return !username.includes('@');
}

/**
 * The holder of such a credential; null for a wrong password as for an unknown name or one whose owner is leaving. Names in any case.
 * Which aliases it sends as is asked for each message.
 */
export async function checkAccountCredential(
  { database }: Pick<CoreContext, 'database'>,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<AccountHolder | null> {
  const row = await database.db
    .selectFrom('smtpCredentials')
    .innerJoin('users', 'users.id', 'smtpCredentials.userId')
    .select(['smtpCredentials.id', 'smtpCredentials.passwordHash', 'users.id as userId'])
    .where('username', '=', username.toLowerCase())
    .where('leavingAt', 'is', null)
    .executeTakeFirst();
  const passwordHash = hashPassword(password);
  const isRight = timingSafeEqual(passwordHash, row?.passwordHash ?? noHash);
  return row === undefined || !isRight ? null : { passwordHash, credentialId: row.id, userId: row.userId };
}

/** Who holds this credential of an account, as if its password had been given. @throws AppError not_found. */
export async function findAccountHolder(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
  id: string,
): Promise<AccountHolder> {
  const { passwordHash } = await database.db
    .selectFrom('smtpCredentials')
    .select('passwordHash')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return { passwordHash, credentialId: id, userId };
}

/**
 * The holder as one alias of the account, by its address in lower case; `no_alias` where the account has none such that is not in the bin, or
 * the credential is for another domain; `gone` once the credential is. @throws Error when the database does not answer.
 */
export async function holdAs(
  { database }: Pick<CoreContext, 'database'>,
  { credentialId, passwordHash, userId }: AccountHolder,
  address: string,
): Promise<CredentialHolder | 'no_alias' | 'gone'> {
  const { local, domain } = splitAddress(address);
  const { rows } = await sql<{ readonly aliasId: string | null }>`
    select (
      select a.id from ${aliasRows({ localPart: local, userId: sql.ref('s.user_id') }, ['id', 'domainId'])} a
      join domains d on d.id = a.domain_id where d.name = ${domain} and (s.domain_id is null or s.domain_id = d.id)
      order by d.state = 'lost', d.changed_at desc limit 1) as alias_id
    from smtp_credentials s
    where s.id = ${credentialId} and s.user_id = ${userId} and s.password_hash = ${passwordHash}`.execute(database.db);
  const [row] = rows;
  if (row === undefined) return 'gone';
  return row.aliasId === null ? 'no_alias' : { passwordHash, aliasId: row.aliasId, userId, address, domain };
}

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

/** Whoever ends such credentials holds the account first: so they neither wait for each other, nor does one outlive what ends it. */
async function shareAccount(db: Db, userId: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
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
