import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { errorAnswers, jsonAnswer } from '#api/json-answers.ts';
import { requireFeature } from '#api/middleware/require-feature.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { webhookResultResponseSchema, webhookSecretResponseSchema } from '#contract/targets.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { testWebhook, verifyWebhook } from '#core/webhooks/call-webhook.ts';
import { enableWebhook, replayWebhook } from '#core/webhooks/replay-webhook.ts';
import { rotateWebhookSecret, showWebhookSecret } from '#core/webhooks/webhook-secrets.ts';
import { answers } from '#messages/answers.ts';

const path = '/api/targets/{id}';
const params = z.object({ id: z.uuid() });

function verifyRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: `${path}/verification`,
    middleware: [sessions.requireUserOrKey],
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'target_answered', 'rate_limited'),
      ...jsonAnswer(200, webhookResultResponseSchema, 'What the webhook answered; 2xx confirms it'),
    },
  });
}

function testRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'post',
    path: `${path}/test`,
    middleware: access,
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'target_unconfirmed', 'rate_limited'),
      ...jsonAnswer(200, webhookResultResponseSchema, 'What the webhook answered to a test event'),
    },
  });
}

function secretRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'get',
    path: `${path}/secret`,
    middleware: access,
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found'),
      ...jsonAnswer(200, webhookSecretResponseSchema, 'The secret that signs what is posted to the webhook'),
    },
  });
}

function rotateRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'post',
    path: `${path}/secret`,
    middleware: access,
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'rate_limited'),
      ...jsonAnswer(200, webhookSecretResponseSchema, 'The new secret; the one before it signs too for 24 hours'),
    },
  });
}

function replayRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'post',
    path: `${path}/replay`,
    middleware: access,
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'rate_limited'),
      ...jsonAnswer(200, messageResponseSchema, 'What waits for the webhook is sent again'),
    },
  });
}

function enableRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: `${path}/activation`,
    middleware: [sessions.requireUserOrKey],
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'rate_limited'),
      ...jsonAnswer(200, messageResponseSchema, 'The webhook is on; what waits for it is sent'),
    },
  });
}

/** What only this program does, as it posts to webhooks itself. */
function signedRoutes(app: OpenAPIHono, core: AccountContext, access: MiddlewareHandler[]): void {
  app.openapi(testRoute(access), async (c) => {
    const own = { targetId: c.req.valid('param').id, userId: c.get('user').id };
    return c.json({ result: await testWebhook(core, { ...own, ip: clientAddress(c) }) }, 200);
  });

  app.openapi(secretRoute(access), async (c) => {
    const own = { targetId: c.req.valid('param').id, userId: c.get('user').id };
    return c.json({ webhook: await showWebhookSecret(core, own) }, 200);
  });

  app.openapi(rotateRoute(access), async (c) => {
    const own = { targetId: c.req.valid('param').id, userId: c.get('user').id };
    return c.json({ webhook: await rotateWebhookSecret(core, own) }, 200);
  });

  app.openapi(replayRoute(access), async (c) => {
    const own = { targetId: c.req.valid('param').id, userId: c.get('user').id };
    return c.json({ message: answers.webhookReplayed(await replayWebhook(core, own)) }, 200);
  });
}

/** What webhooks among the targets of an account have beside inboxes. */
export function webhookRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(verifyRoute(sessions), async (c) => {
    const own = { targetId: c.req.valid('param').id, userId: c.get('user').id };
    return c.json({ result: await verifyWebhook(core, { ...own, ip: clientAddress(c) }) }, 200);
  });

  signedRoutes(app, core, [sessions.requireUserOrKey, requireFeature(core, 'signedWebhooks')]);

  app.openapi(enableRoute(sessions), async (c) => {
    const own = { targetId: c.req.valid('param').id, userId: c.get('user').id };
    await enableWebhook(core, own);
    return c.json({ message: answers.webhookEnabled }, 200);
  });
}
