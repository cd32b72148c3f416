import { timingSafeEqual, createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { NewCredential, Credential } from '#contract/aliases.ts';
import { spellDomain } from '#contract/email-address.ts';
import { AppError } from '#contract/errors.ts';
import { aliasRows, getOwnRow } from '#core/alias-rows/read-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import { findStateFault, type NotedDb } from '#core/forwarding-provider.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import type { Db } from '#database/database.ts';
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

type CredentialContext = Pick<TargetContext, 'database' | 'keys' | 'clock' | 'random' | 'limiter' | 'provider'>;

/**
 * Makes the SMTP credential of an alias of this account. Only here and after a regeneration its password is known.
 * @throws AppError rate_limited, not_found, credential_exists, target_unconfirmed, provider_refused.
 */
export async function createCredential(
  context: CredentialContext,
  { aliasId, userId }: { readonly aliasId: string; readonly userId: string },
): Promise<NewCredential> {
  const { database, clock, random, limiter, provider } = context;
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  const createdAt = new Date(clock.now());
  const { id, username } = await database.db.transaction().execute(async (transaction) => {
    const username = await getUsername(transaction, aliasId, userId);
    await recordSecurityEvent(transaction, context, userId, { kind: 'credential_made', aliasId });
    const write = (db: NotedDb): Promise<{ readonly id: string }> =>
      db
        .insertInto('smtpCredentials')
        .values({ id: random.uuid(), aliasId, passwordHash: hashPassword(password), createdAt })
        .onConflict((conflict) => conflict.column('aliasId').doNothing())
        .returning('id')
        .executeTakeFirstOrThrow(() => new AppError('credential_exists'));
    const row = await provider.changeCredentials(transaction, { aliasId, userId }, write, password);
    return { id: row.id, username };
  });
  const providerState = await provider.pushCredential(username);
  const fault = findStateFault(providerState);
  if (fault !== null) {
    await deleteCredential(context, { credentialId: id, aliasId, userId });
    throw fault;
  }
  return { id, username, password, aliasId, providerState, createdAt: createdAt.toISOString() };
}

/**
 * The user name of an alias's SMTP credential: its address. Holds the alias until the caller's transaction ends, so
 * that it is neither deleted nor renamed meanwhile.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
async function getUsername(db: Db, aliasId: string, userId: string): Promise<string> {
  return (await getOwnRow(db, { aliasId, userId }, ['address'], 'key share')).address;
}

/** The SMTP credentials of all aliases of an account, oldest first, without their passwords. */
export async function listAliasCredentials(db: Db, userId: string) {
  return db
    .selectFrom('smtpCredentials')
    .innerJoin(aliasRows({ userId, whereabouts: 'any' }, ['id', 'address']).as('a'), 'a.id', 'aliasId')
    .select(['smtpCredentials.id', 'a.id as aliasId', 'address as username', 'createdAt', 'providerState'])
    .orderBy('createdAt')
    .orderBy('address')
    .execute();
}

/** A credential as the account that is signed in names it. */
export interface OwnCredential {
  readonly credentialId: string;
  readonly aliasId: string;
  readonly userId: string;
}

/**
 * The SMTP credentials of an alias of this account: one or none.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
export async function listCredentials(
  { database }: Pick<CoreContext, 'database'>,
  aliasId: string,
  userId: string,
): Promise<Credential[]> {
  const { address: username } = await getOwnRow(database.db, { aliasId, userId }, ['address']);
  const rows = await database.db
    .selectFrom('smtpCredentials')
    .select(['id', 'createdAt', 'providerState'])
    .where('aliasId', '=', aliasId)
    .execute();
  return rows.map(({ createdAt, ...row }) => ({ ...row, username, aliasId, createdAt: createdAt.toISOString() }));
}

/** Goes back from a password that the provider refused, unless there is a newer one: it is never told. */
async function keepFormer(
  { database, provider }: CredentialContext,
  { credentialId, aliasId, userId }: OwnCredential,
  { refused, former }: { readonly refused: Buffer; readonly former: Buffer },
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('smtpCredentials')
      .select('id')
      .where('id', '=', credentialId)
      .where('passwordHash', '=', refused)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return;
    await provider.changeCredentials(transaction, { aliasId, userId }, (db) =>
      db.updateTable('smtpCredentials').set({ passwordHash: former }).where('id', '=', credentialId).execute(),
    );
  });
}

/**
 * Gives an SMTP credential of this account a new password; the old one ends.
 * @throws AppError rate_limited, not_found; provider_refused when the provider keeps the old password.
 */
export async function regenerateCredential(context: CredentialContext, own: OwnCredential): Promise<NewCredential> {
  const { database, random, limiter, provider } = context;
  const { credentialId, aliasId, userId } = own;
  await limiter.take('credentialsPerUser', { userId });
  const password = makePassword(random);
  const passwordHash = hashPassword(password);
  const { former, credential } = await database.db.transaction().execute(async (transaction) => {
    const username = await getUsername(transaction, aliasId, userId);
    const row = await transaction
      .selectFrom('smtpCredentials')
      .select(['passwordHash', 'createdAt'])
      .where('id', '=', credentialId)
      .where('aliasId', '=', aliasId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new AppError('not_found');
    await recordSecurityEvent(transaction, context, userId, { kind: 'credential_made', aliasId });
    const write = (db: NotedDb): Promise<unknown> =>
      db.updateTable('smtpCredentials').set({ passwordHash }).where('id', '=', credentialId).execute();
    await provider.changeCredentials(transaction, { aliasId, userId }, write, password);
    const createdAt = row.createdAt.toISOString();
    return { former: row.passwordHash, credential: { id: credentialId, username, password, aliasId, createdAt } };
  });
  const providerState = await provider.pushCredential(credential.username);
  const fault = findStateFault(providerState);
  if (fault !== null) {
    await keepFormer(context, own, { refused: passwordHash, former });
    throw fault;
  }
  return { ...credential, providerState };
}

/** Ends an SMTP credential of this account. @throws AppError not_found. */
export async function deleteCredential(
  { database, provider }: Pick<TargetContext, 'database' | 'provider'>,
  { credentialId, aliasId, userId }: OwnCredential,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    await getUsername(transaction, aliasId, userId);
    await provider.changeCredentials(transaction, { aliasId, userId }, (db) =>
      db
        .deleteFrom('smtpCredentials')
        .where('id', '=', credentialId)
        .where('aliasId', '=', aliasId)
        .returning('id')
        .executeTakeFirstOrThrow(() => new AppError('not_found')),
    );
  });
}
