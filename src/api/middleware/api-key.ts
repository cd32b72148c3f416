import type { Context } from 'hono';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { authenticateApiKey, type ApiKeyHolder } from '#core/api-keys/authenticate-api-key.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Who holds the key of this request, and which. */
    apiKey: ApiKeyHolder;
  }
}

const bearer = /^Bearer +(\S.*)$/i;

/**
 * The API key as a client sends it: `Authorization: Bearer …`, or `Authentication: …` as clients of SimpleLogin do.
 * Empty when the header holds none; null without such a header.
 */
export function presentedKey(c: Context): string | null {
  const authorization = c.req.header('Authorization');
  if (authorization !== undefined) return bearer.exec(authorization)?.[1] ?? '';
  return c.req.header('Authentication') ?? null;
}

/**
 * Puts the holder of a key into the context, and counts the request.
 * @throws AppError api_key_invalid, rate_limited.
 */
export async function holdApiKey(c: Context, core: AccountContext, key: string): Promise<ApiKeyHolder> {
  const holder = await authenticateApiKey(core, key);
  await core.limiter.take('requestsPerApiKey', { text: holder.keyId, userId: holder.user.id });
  c.set('user', holder.user);
  c.set('apiKey', holder);
  return holder;
}
