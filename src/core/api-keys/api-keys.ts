import { sql } from 'kysely';
import type { CreateApiKeyInput, NewApiKey, ApiKey } from '#contract/account.ts';
import type { ApiKeyScope } from '#contract/api-keys.ts';
import { AppError } from '#contract/errors.ts';
import type { User } from '#contract/sign-in.ts';
import type { CoreContext } from '#core/core-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import { hashSecretToken } from '#core/secret-token.ts';
import { userView } from '#core/user-row.ts';
import type { Db } from '#database/database.ts';
import { exactErrors } from '#messages/server/errors.ts';
import type { Random } from '#platform/random.ts';
import { sha256 } from '#platform/sha256.ts';

/** By which people, and scanners of published code, know what a text is. */
const prefix = 'kauke';
/** Of keys made before they were letters and digits alone; they go on working. */
const formerPrefix = 'kauke_';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is just more than 2^256. */
const length = 43;
const keyText = /^kauke[0-9A-Za-z]{43}$/;

/**
 * A new API key: `text` for its holder, `hash` for the database. 256 random bits in letters and digits: the extension of
 * addy.io takes no other character in a key, and only 40 to 60 of them.
 */
function makeApiKeyText(random: Random): { text: string; hash: Buffer } {
  let rest = BigInt(`0x${random.bytes(32).toString('hex')}`);
  let text = '';
  while (text.length < length) {
    text = `${digits.charAt(Number(rest % 62n))}${text}`;
    rest /= 62n;
  }
  return { text: `${prefix}${text}`, hash: sha256(`${prefix}${text}`) };
}

/** The hash of a key somebody presents; null when it cannot be one of ours. */
function hashApiKeyText(text: string): Buffer | null {
  if (text.startsWith(formerPrefix)) return hashSecretToken(text.slice(formerPrefix.length));
  return keyText.test(text) ? sha256(text) : null;
}

/** Columns of `api_keys` that its owner sees. The day as text: it has no time and no zone. */
const apiKeyColumns = [
  'id',
  'name',
  'scope',
  'createdAt',
  'expiresAt',
  sql<string | null>`to_char(last_used_on, 'YYYY-MM-DD')`.as('lastUsedOn'),
] as const;

interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scope: ApiKeyScope;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedOn: string | null;
}

function isExpired({ expiresAt }: Pick<ApiKeyRow, 'expiresAt'>, nowMs: number): boolean {
  return expiresAt !== null && expiresAt.getTime() <= nowMs;
}

/** An API key as its owner sees it. */
function apiKeyView(row: ApiKeyRow, nowMs: number): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scope: row.scope,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    expired: isExpired(row, nowMs),
    lastUsedOn: row.lastUsedOn,
  };
}

interface KeyContext extends Pick<CoreContext, 'keys' | 'clock' | 'random'> {
  readonly settings: { readonly quotas: { readonly apiKeys: number } };
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores a new API key of an account; only its SHA-256. Counts against no rate limit. Runs in the caller's transaction.
 * @throws AppError too_many_api_keys, account_leaving, account_waiting.
 */
export async function insertApiKey(
  db: Db,
  context: KeyContext,
  userId: string,
  { name, scope, days }: CreateApiKeyInput,
): Promise<NewApiKey> {
  const { clock, random } = context;
  // Held, so that two at once do not both find room for the last one; as `holdAccount` does, which may come before.
  const user = await db
    .selectFrom('users')
    .select(['leavingAt', 'waitingSince'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (user?.leavingAt) throw new AppError('account_leaving');
  if (user?.waitingSince) throw new AppError('account_waiting');
  const now = clock.now();
  const { count } = await db
    .selectFrom('apiKeys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where(({ eb }) => eb('expiresAt', 'is', null).or('expiresAt', '>', new Date(now)))
    .executeTakeFirstOrThrow();
  if (Number(count) >= context.settings.quotas.apiKeys) throw new AppError('too_many_api_keys');
  await recordSecurityEvent(db, context, userId, { kind: 'key_made', name, scope });
  const { text, hash } = makeApiKeyText(random);
  const expiresAt = days === undefined ? null : new Date(now + days * dayMs);
  const row = await db
    .insertInto('apiKeys')
    .values({ id: random.uuid(), userId, name, scope, keyHash: hash, expiresAt, createdAt: new Date(now) })
    .returning(apiKeyColumns)
    .executeTakeFirstOrThrow();
  return { ...apiKeyView(row, now), key: text };
}

export interface CreateContext extends KeyContext, Pick<CoreContext, 'database'> {
  readonly limiter: RateLimiter;
}

/** Makes an API key of an account. Only here its text is known. @throws AppError rate_limited, too_many_api_keys. */
export async function createApiKey(
  context: CreateContext,
  userId: string,
  input: CreateApiKeyInput,
): Promise<NewApiKey> {
  await context.limiter.take('apiKeysPerUser', { userId });
  return context.database.db.transaction().execute((transaction) => insertApiKey(transaction, context, userId, input));
}

/** The API keys of an account, newest first, expired ones too. */
export async function listApiKeys(
  { database, clock }: Pick<CoreContext, 'database' | 'clock'>,
  userId: string,
): Promise<ApiKey[]> {
  const rows = await database.db
    .selectFrom('apiKeys')
    .select(apiKeyColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
  return rows.map((row) => apiKeyView(row, clock.now()));
}

/** Ends an API key of this account at once. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function revokeApiKey(
  { database }: Pick<CoreContext, 'database'>,
  { keyId, userId }: { readonly keyId: string; readonly userId: string },
): Promise<void> {
  const revoked = await database.db
    .deleteFrom('apiKeys')
    .where('id', '=', keyId)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (revoked === undefined) throw new AppError('not_found');
}

/** Ends every API key of an account. `db` may be a transaction. */
export async function revokeAllApiKeys(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('apiKeys').where('userId', '=', userId).execute();
}

/** So long an expired key stays in the list of its owner, who may wonder why a program is refused. */
const shownMs = 30 * 24 * 60 * 60 * 1000;

/** Erases API keys that expired 30 days ago. */
export async function removeExpiredApiKeys({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .deleteFrom('apiKeys')
    .where('expiresAt', '<=', new Date(clock.now() - shownMs))
    .execute();
}

/** Who holds an API key, and which. */
export interface ApiKeyHolder {
  readonly keyId: string;
  readonly name: string;
  readonly scope: ApiKeyScope;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly user: User;
}

/** Once a day and key; nobody waits for it, and a day that is not noted harms nobody. */
function noteUse({ database, log }: CoreContext, keyId: string, today: string): void {
  database.db
    .updateTable('apiKeys')
    .set({ lastUsedOn: sql<Date>`${today}::date` })
    .where('id', '=', keyId)
    .execute()
    .catch((error: unknown) => log.error('api_key_use_not_noted', error));
}

/**
 * The holder of an API key. Found by the key's SHA-256, so that no comparison takes longer the more of it is right.
 * @throws AppError api_key_invalid for one that is malformed, unknown, revoked or expired.
 */
export async function authenticateApiKey(context: CoreContext, text: string): Promise<ApiKeyHolder> {
  const { database, keys, clock } = context;
  const keyHash = hashApiKeyText(text);
  if (keyHash === null) throw new AppError('api_key_invalid', { message: exactErrors.noApiKey });
  const row = await database.db
    .selectFrom('apiKeys')
    .innerJoin('users', 'users.id', 'apiKeys.userId')
    .select(['apiKeys.id as keyId', 'apiKeys.name', 'apiKeys.scope', 'apiKeys.createdAt', 'apiKeys.expiresAt'])
    .select(sql<string | null>`to_char(last_used_on, 'YYYY-MM-DD')`.as('lastUsedOn'))
    .select(['users.id', 'users.emailSealed', 'users.walletAddressSealed', 'users.authMethod', 'users.balance'])
    .select(['users.leavingAt', 'users.waitingSince', 'users.language'])
    .select(['users.suspended', 'users.suspendedAt', 'users.suspensionReasonSealed'])
    .where('keyHash', '=', keyHash)
    .where('users.leavingAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('api_key_invalid');
  const { keyId, name, scope, createdAt, expiresAt } = row;
  const now = clock.now();
  if (isExpired(row, now)) throw new AppError('api_key_invalid', { message: exactErrors.apiKeyExpired });
  const today = new Date(now).toISOString().slice(0, 10);
  if (row.lastUsedOn !== today) noteUse(context, keyId, today);
  return { keyId, name, scope, createdAt, expiresAt, user: userView(keys, row) };
}
