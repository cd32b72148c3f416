import type { CreateApiKeyInput, NewApiKey } from '#contract/api-keys.ts';
import { AppError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { apiKeyColumns, apiKeyView } from '#core/api-keys/api-key-view.ts';
import { makeApiKeyText } from '#core/api-keys/key-text.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { Db } from '#database/database.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores a new API key of an account; only its SHA-256. Counts against no rate limit. Runs in the caller's transaction.
 * @throws AppError too_many_api_keys.
 */
export async function insertApiKey(
  db: Db,
  { clock, random }: Pick<CoreContext, 'clock' | 'random'>,
  userId: string,
  { name, days }: CreateApiKeyInput,
): Promise<NewApiKey> {
  // Held, so that two at once do not both find room for the last one; as `holdAccount` does, which may come before.
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  const now = clock.now();
  const { count } = await db
    .selectFrom('apiKeys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where(({ eb }) => eb('expiresAt', 'is', null).or('expiresAt', '>', new Date(now)))
    .executeTakeFirstOrThrow();
  if (Number(count) >= limits.apiKeysPerAccount) throw new AppError('too_many_api_keys');
  const { text, hash } = makeApiKeyText(random);
  const expiresAt = days === undefined ? null : new Date(now + days * dayMs);
  const row = await db
    .insertInto('apiKeys')
    .values({ id: random.uuid(), userId, name, keyHash: hash, expiresAt, createdAt: new Date(now) })
    .returning(apiKeyColumns)
    .executeTakeFirstOrThrow();
  return { ...apiKeyView(row, now), key: text };
}
