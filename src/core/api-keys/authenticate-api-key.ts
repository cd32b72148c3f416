import { sql } from 'kysely';
import type { User } from '#contract/sign-in.ts';
import { AppError } from '#contract/errors.ts';
import { isExpired, hashApiKeyText } from '#core/api-keys/api-keys.ts';
import type { CoreContext } from '#core/core-context.ts';
import { userView } from '#core/user-row.ts';
import { exactErrors } from '#messages/server/errors.ts';

/** Who holds an API key, and which. */
export interface ApiKeyHolder {
  readonly keyId: string;
  readonly name: string;
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
    .select(['apiKeys.id as keyId', 'apiKeys.name', 'apiKeys.createdAt', 'apiKeys.expiresAt'])
    .select(sql<string | null>`to_char(last_used_on, 'YYYY-MM-DD')`.as('lastUsedOn'))
    .select(['users.id', 'users.emailSealed', 'users.walletAddressSealed', 'users.authMethod', 'users.balance'])
    .where('keyHash', '=', keyHash)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('api_key_invalid');
  const { keyId, name, createdAt, expiresAt } = row;
  const now = clock.now();
  if (isExpired(row, now)) throw new AppError('api_key_invalid', { message: exactErrors.apiKeyExpired });
  const today = new Date(now).toISOString().slice(0, 10);
  if (row.lastUsedOn !== today) noteUse(context, keyId, today);
  return { keyId, name, createdAt, expiresAt, user: userView(keys, row) };
}
