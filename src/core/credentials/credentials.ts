import type { NewCredential, Credential } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { getOwnRow, readAliasRows } from '#core/alias-rows/read-rows.ts';
import type { WhichAliases } from '#core/alias-rows/which-aliases.ts';
import type { CoreContext } from '#core/core-context.ts';
import { hashPassword, makePassword } from '#core/credentials/credential-holders.ts';
import { findStateFault, type NotedDb } from '#core/forwarding-provider.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { shareAccount } from '#core/user-row.ts';
import { anyOf } from '#database/any-of.ts';
import type { Db } from '#database/database.ts';

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
 * that it is neither deleted nor renamed meanwhile; the account first, as whoever locks everything does.
 * @throws AppError not_found, for a foreign alias as for an unknown one.
 */
async function getUsername(db: Db, aliasId: string, userId: string): Promise<string> {
  await shareAccount(db, userId);
  return (await getOwnRow(db, { aliasId, userId }, ['address'], 'key share')).address;
}

/** The SMTP credentials of aliases, each with its address. */
export async function readCredentials(db: Db, which: WhichAliases) {
  const within = db.selectFrom('smtpCredentials').select('aliasId').where('aliasId', 'is not', null);
  const aliases = await readAliasRows(db, { ...which, within }, ['id', 'address', 'localPart']);
  const byId = new Map(aliases.map((alias) => [alias.id, alias]));
  const rows = await db
    .selectFrom('smtpCredentials')
    .select(['id', 'aliasId', 'createdAt', 'providerState', 'atProvider'])
    .where('aliasId', '=', anyOf([...byId.keys()]))
    .execute();
  return rows.flatMap(({ aliasId, ...row }) => {
    const alias = byId.get(aliasId ?? '');
    return alias === undefined ? [] : [{ ...row, alias }];
  });
}

/** The SMTP credentials of all aliases of an account, oldest first, without their passwords. */
export async function listAliasCredentials(db: Db, userId: string) {
  const rows = await readCredentials(db, { userId, whereabouts: 'any' });
  return rows
    .map(({ id, alias, createdAt, providerState }) => {
      return { id, aliasId: alias.id, username: alias.address, createdAt, providerState };
    })
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.username < b.username ? -1 : 1));
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
