import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { messageResponseSchema } from '#contract/messages.ts';
import { linkTokenSchema, targetLinkResponseSchema } from '#contract/targets.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { confirmTarget } from '#core/targets/confirm-target.ts';
import { readLink } from '#core/targets/read-link.ts';
import { stopTarget } from '#core/targets/stop-target.ts';

const request = { body: jsonInput(linkTokenSchema) };
const refusals = errorAnswers('invalid_input', 'link_unusable');

const linkRoute = createRoute({
  method: 'post',
  path: '/api/targets/link',
  request,
  responses: { ...refusals, ...jsonAnswer(200, targetLinkResponseSchema, 'What the mailed link is about') },
});

const confirmRoute = createRoute({
  method: 'post',
  path: '/api/targets/confirm',
  request,
  responses: { ...refusals, ...jsonAnswer(200, messageResponseSchema, 'Confirmed') },
});

const stopRoute = createRoute({
  method: 'post',
  path: '/api/targets/stop',
  request,
  responses: { ...refusals, ...jsonAnswer(200, messageResponseSchema, 'Stopped for every account') },
});

export const targetRoutes = (app: OpenAPIHono, core: AccountContext, sessions: Sessions): void => {
  app.openapi(linkRoute, async (c) => c.json({ link: await readLink(core, c.req.valid('json').token) }, 200));

  app.openapi(confirmRoute, async (c) => {
    const visitor = await sessions.currentUser(c);
    await confirmTarget(core, c.req.valid('json').token, visitor?.id ?? null);
    return c.json({ message: 'Inbox confirmed' }, 200);
  });

  app.openapi(stopRoute, async (c) => {
    await stopTarget(core, c.req.valid('json').token);
    return c.json({ message: 'Forwarding to this inbox has stopped' }, 200);
  });
};
