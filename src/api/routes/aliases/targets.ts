import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import {
  changeTargetSchema,
  linkTokenSchema,
  targetLinkResponseSchema,
  targetsResponseSchema,
} from '#contract/targets.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import { readOneTimeLink } from '#core/confirmation/one-time-links.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { changeTarget } from '#core/targets/change-target.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { repeatConfirmation } from '#core/confirmation/request-confirmation.ts';
import { listTargets } from '#core/targets/target-views.ts';
import { answers } from '#messages/answers.ts';

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

const params = z.object({ id: z.uuid() });

function listRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path: '/api/targets',
    middleware: [sessions.requireUserOrKey],
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid'),
      ...jsonAnswer(200, targetsResponseSchema, 'The targets of the account, oldest first'),
    },
  });
}

function confirmationRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: '/api/targets/{id}/confirmation',
    middleware: [sessions.requireUserOrKey],
    request: { params },
    responses: {
      ...errorAnswers(
        'not_signed_in',
        'api_key_invalid',
        'not_found',
        'target_answered',
        'rate_limited',
        'unavailable',
      ),
      ...jsonAnswer(200, messageResponseSchema, 'Its owner was asked once more'),
    },
  });
}

function removeRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path: '/api/targets/{id}',
    middleware: [sessions.requireUserOrKey],
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'target_in_use'),
      ...jsonAnswer(200, messageResponseSchema, 'Taken away from every alias'),
    },
  });
}

function changeRoute(sessions: Sessions) {
  return createRoute({
    method: 'patch',
    path: '/api/targets/{id}',
    middleware: [sessions.requireUserOrKey],
    request: { params, body: jsonInput(changeTargetSchema) },
    responses: {
      ...errorAnswers('invalid_input', 'not_signed_in', 'api_key_invalid', 'not_found'),
      ...jsonAnswer(200, messageResponseSchema, 'Changed'),
    },
  });
}

export function targetRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(listRoute(sessions), async (c) => c.json({ targets: await listTargets(core, c.get('user').id) }, 200));

  app.openapi(confirmationRoute(sessions), async (c) => {
    const { id: targetId } = c.req.valid('param');
    await repeatConfirmation(core, { targetId, userId: c.get('user').id, ip: clientAddress(c) });
    return c.json({ message: answers.confirmationSent }, 200);
  });

  app.openapi(changeRoute(sessions), async (c) => {
    const own = { targetId: c.req.valid('param').id, userId: c.get('user').id };
    await changeTarget(core, own, c.req.valid('json'));
    return c.json({ message: answers.targetChanged }, 200);
  });

  app.openapi(removeRoute(sessions), async (c) => {
    await removeTarget(core, c.req.valid('param').id, c.get('user').id);
    return c.json({ message: answers.targetRemoved }, 200);
  });

  app.openapi(linkRoute, async (c) => c.json({ link: await readOneTimeLink(core, c.req.valid('json').token) }, 200));

  app.openapi(confirmRoute, async (c) => {
    const visitor = await sessions.currentUser(c);
    await confirmTarget(core, c.req.valid('json').token, visitor?.id ?? null);
    return c.json({ message: answers.targetConfirmed }, 200);
  });

  app.openapi(stopRoute, async (c) => {
    await stopTarget(core, c.req.valid('json').token);
    return c.json({ message: answers.targetStopped }, 200);
  });
}
