import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { accountResponseSchema, defaultTargetSchema } from '#contract/account.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { deleteAccount } from '#core/accounts/delete-account.ts';
import { getAccount } from '#core/accounts/get-account.ts';
import { setDefaultTarget } from '#core/targets/default-target.ts';
import { answers } from '#messages/answers.ts';

const path = '/api/account';

function getRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path,
    middleware: [sessions.requireUser],
    responses: {
      ...errorAnswers('not_signed_in'),
      ...jsonAnswer(200, accountResponseSchema, 'The account that is signed in'),
    },
  });
}

function defaultTargetRoute(sessions: Sessions) {
  return createRoute({
    method: 'put',
    path: `${path}/default-target`,
    middleware: [sessions.requireUser],
    request: { body: jsonInput(defaultTargetSchema) },
    responses: {
      ...errorAnswers('invalid_input', 'not_signed_in', 'not_found'),
      ...jsonAnswer(200, messageResponseSchema, 'Serves new aliases that name no target'),
    },
  });
}

function deleteRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path,
    middleware: [sessions.requireUser],
    responses: {
      ...errorAnswers('not_signed_in'),
      ...jsonAnswer(200, messageResponseSchema, 'Deleted for good, with everything in it'),
    },
  });
}

/** The account itself: `accountRoutes` are about getting in. */
export function ownAccountRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(getRoute(sessions), async (c) => c.json({ account: await getAccount(core, c.get('user')) }, 200));

  app.openapi(defaultTargetRoute(sessions), async (c) => {
    await setDefaultTarget(core, c.get('user').id, c.req.valid('json').targetId);
    return c.json({ message: answers.defaultTargetSaved }, 200);
  });

  app.openapi(deleteRoute(sessions), async (c) => {
    await deleteAccount(core, c.get('user').id);
    sessions.end(c);
    return c.json({ message: answers.accountDeleted }, 200);
  });
}
