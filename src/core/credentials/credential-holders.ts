import { createHash, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { spellDomain } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { aliasRows } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { splitAddress } from '#platform/addresses.ts';
import type { Random } from '#platform/random.ts';

/** 144 bits, 24 characters in base64url: nobody guesses it, so a fast hash is enough. */
const passwordBytes = 18;

/** SHA-256, as stored. */
export function hashPassword(password: string): Buffer {
  return createHash('sha256').update(password).digest();
}

/** A new random password of an SMTP credential. */
export function makePassword(random: Random): string {
  return random.bytes(passwordBytes).toString('base64url');
}

/** Who holds an SMTP credential. */
export interface CredentialHolder {
  /** Of the password given: it holds until the credential gets another. */
  readonly passwordHash: Buffer;
  readonly aliasId: string;
  readonly userId: string;
  /** The alias, which is also the user name. */
  readonly address: string;
  readonly domain: string;
}

/** Compared with when there is no credential, so that an unknown name takes as long as a wrong password. */
const noHash = Buffer.alloc(32);

const formerMax = 50;

/**
 * The holder of an SMTP credential; null for a wrong password as for a name that has none or whose owner is leaving. Names in any case. The
 * password is 144 random bits, so that a fast hash and one comparison in constant time are enough.
 */
export async function checkCredential(
  { database }: Pick<CoreContext, 'database'>,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<CredentialHolder | null> {
  const parts = splitAddress(username);
  const localPart = parts.local.toLowerCase();
  const domain = spellDomain(parts.domain);
  // Of a name that several accounts had one after the other each has its own.
  const rows = await database.db
    .selectFrom('smtpCredentials')
    .innerJoin(aliasRows({ localPart }, ['id', 'userId', 'domainId']).as('a'), 'a.id', 'smtpCredentials.aliasId')
    .innerJoin('domains', 'domains.id', 'a.domainId')
    .innerJoin('users', 'users.id', 'a.userId')
    .select(['a.id as aliasId', 'a.userId', 'smtpCredentials.passwordHash'])
    .where('name', '=', domain)
    .where('leavingAt', 'is', null)
    .orderBy(sql`state = 'lost'`)
    .orderBy('changedAt', 'desc')
    .limit(formerMax)
    .execute();
  const passwordHash = hashPassword(password);
  if (rows.length === 0) timingSafeEqual(passwordHash, noHash);
  const row = rows.find((one) => timingSafeEqual(passwordHash, one.passwordHash));
  if (row === undefined) return null;
  const { aliasId, userId } = row;
  return { passwordHash, aliasId, userId, address: `${localPart}@${domain}`, domain };
}

/** Who holds a password that sends as each live alias of an account. */
export interface AccountHolder {
  /** Of the password given: it holds until the credential gets another. */
  readonly passwordHash: Buffer;
  readonly credentialId: string;
  readonly userId: string;
}

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
