import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import {
  createCredentialSchema,
  credentialsResponseSchema,
  newCredentialResponseSchema,
} from '#contract/credentials.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  createCredential,
  listCredentials,
  regenerateCredential,
  deleteCredential,
} from '#core/credentials/credentials.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { answers } from '#messages/answers.ts';

const credentialPath = '/api/smtp-credentials/{credentialId}/alias/{aliasId}';
const credentialParams = z.object({ credentialId: z.uuid(), aliasId: z.uuid() });

function listRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path: '/api/smtp-credentials/alias/{aliasId}',
    middleware: [sessions.requireUserOrKey],
    request: { params: z.object({ aliasId: z.uuid() }) },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found'),
      ...jsonAnswer(200, credentialsResponseSchema, 'The credential of an alias, or none'),
    },
  });
}

function createCredentialRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: '/api/smtp-credentials',
    middleware: [sessions.requireUserOrKey],
    request: { body: jsonInput(createCredentialSchema) },
    responses: {
      ...errorAnswers(
        'invalid_input',
        'not_signed_in',
        'api_key_invalid',
        'not_found',
        'credential_exists',
        'target_unconfirmed',
        'provider_refused',
        'rate_limited',
      ),
      ...jsonAnswer(201, newCredentialResponseSchema, 'The new credential, the only time with its password'),
    },
  });
}

function regenerateRoute(sessions: Sessions) {
  return createRoute({
    method: 'patch',
    path: `${credentialPath}/regenerate`,
    middleware: [sessions.requireUserOrKey],
    request: { params: credentialParams },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'provider_refused', 'rate_limited'),
      ...jsonAnswer(200, newCredentialResponseSchema, 'The credential with a new password'),
    },
  });
}

function deleteRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path: credentialPath,
    middleware: [sessions.requireUserOrKey],
    request: { params: credentialParams },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found'),
      ...jsonAnswer(200, messageResponseSchema, 'Deleted: it signs in no more'),
    },
  });
}

export function smtpCredentialRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(listRoute(sessions), async (c) => {
    const credentials = await listCredentials(core, c.req.valid('param').aliasId, c.get('user').id);
    return c.json({ credentials }, 200);
  });

  app.openapi(createCredentialRoute(sessions), async (c) => {
    const credential = await createCredential(core, { ...c.req.valid('json'), userId: c.get('user').id });
    return c.json({ credential }, 201);
  });

  app.openapi(regenerateRoute(sessions), async (c) => {
    const credential = await regenerateCredential(core, { ...c.req.valid('param'), userId: c.get('user').id });
    return c.json({ credential }, 200);
  });

  app.openapi(deleteRoute(sessions), async (c) => {
    await deleteCredential(core, { ...c.req.valid('param'), userId: c.get('user').id });
    return c.json({ message: answers.credentialDeleted }, 200);
  });
}
