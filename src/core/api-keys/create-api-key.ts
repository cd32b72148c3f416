import type { CreateApiKeyInput, NewApiKey } from '#contract/api-keys.ts';
import { insertApiKey } from '#core/api-keys/insert-api-key.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';

interface CreateContext extends Pick<CoreContext, 'database' | 'clock' | 'random'> {
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
