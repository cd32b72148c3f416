import { route } from '#api/route.ts';
import { apiKeysResponseSchema, createApiKeySchema, newApiKeyResponseSchema } from '#contract/account.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '#core/api-keys/api-keys.ts';
import { answers } from '#messages/server/answers.ts';

export const apiKeyRoutes = [
  route(
    'GET /api/api-keys',
    { access: 'session', answer: apiKeysResponseSchema, description: 'The API keys of the account, newest first' },
    async ({ core, user }) => ({ apiKeys: await listApiKeys(core, user.id) }),
  ),

  route(
    'POST /api/api-keys',
    {
      access: 'confirmed',
      handsOut: true,
      input: createApiKeySchema,
      errors: ['too_many_api_keys', 'rate_limited'],
      status: 201,
      answer: newApiKeyResponseSchema,
      description: 'The new API key, the only time with its text',
    },
    async ({ core, user, input }) => ({ apiKey: await createApiKey(core, user.id, input) }),
  ),

  route(
    'DELETE /api/api-keys/{id}',
    { access: 'session', answer: messageResponseSchema, description: 'Revoked: it opens nothing any more' },
    async ({ core, user, params }) => {
      await revokeApiKey(core, { keyId: params.id, userId: user.id });
      return { message: answers.apiKeyRevoked };
    },
  ),
];
