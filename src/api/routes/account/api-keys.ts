import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { apiKeysResponseSchema, createApiKeySchema, newApiKeyResponseSchema } from '#contract/api-keys.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '#core/api-keys/api-keys.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { answers } from '#messages/answers.ts';

const path = '/api/api-keys';

function listRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path,
    middleware: [sessions.requireUser],
    responses: {
      ...errorAnswers('not_signed_in'),
      ...jsonAnswer(200, apiKeysResponseSchema, 'The API keys of the account, newest first'),
    },
  });
}

function createKeyRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path,
    middleware: [sessions.requireConfirmed],
    request: { body: jsonInput(createApiKeySchema) },
    responses: {
      ...errorAnswers('invalid_input', 'not_signed_in', 'confirm_identity', 'too_many_api_keys', 'rate_limited'),
      ...jsonAnswer(201, newApiKeyResponseSchema, 'The new API key, the only time with its text'),
    },
  });
}

function revokeRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    middleware: [sessions.requireUser],
    request: { params: z.object({ id: z.uuid() }) },
    responses: {
      ...errorAnswers('not_signed_in', 'not_found'),
      ...jsonAnswer(200, messageResponseSchema, 'Revoked: it opens nothing any more'),
    },
  });
}

export function apiKeyRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(listRoute(sessions), async (c) => c.json({ apiKeys: await listApiKeys(core, c.get('user').id) }, 200));

  app.openapi(createKeyRoute(sessions), async (c) =>
    c.json({ apiKey: await createApiKey(core, c.get('user').id, c.req.valid('json')) }, 201),
  );

  app.openapi(revokeRoute(sessions), async (c) => {
    await revokeApiKey(core, { keyId: c.req.valid('param').id, userId: c.get('user').id });
    return c.json({ message: answers.apiKeyRevoked }, 200);
  });
}
