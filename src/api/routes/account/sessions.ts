import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { sessionsResponseSchema } from '#contract/account.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { endOtherSessions, endListedSession, listSessions } from '#core/sign-in/sessions.ts';
import { answers } from '#messages/answers.ts';

const path = '/api/account/sessions';

function listRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path,
    middleware: [sessions.requireUser],
    responses: {
      ...errorAnswers('not_signed_in'),
      ...jsonAnswer(200, sessionsResponseSchema, 'Where the account is signed in, latest use first'),
    },
  });
}

function endRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    middleware: [sessions.requireUser],
    request: { params: z.object({ id: z.uuid() }) },
    responses: {
      ...errorAnswers('not_signed_in', 'not_found'),
      ...jsonAnswer(200, messageResponseSchema, 'Ended'),
    },
  });
}

function endOthersRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path,
    middleware: [sessions.requireUser],
    responses: {
      ...errorAnswers('not_signed_in'),
      ...jsonAnswer(200, messageResponseSchema, 'All but this one ended'),
    },
  });
}

export function sessionRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(listRoute(sessions), async (c) =>
    c.json({ sessions: await listSessions(core, c.get('user').id, c.get('session').id) }, 200),
  );

  app.openapi(endRoute(sessions), async (c) => {
    const { id } = c.req.valid('param');
    await endListedSession(core, c.get('user').id, id);
    if (id === c.get('session').id) sessions.end(c);
    return c.json({ message: answers.sessionEnded }, 200);
  });

  app.openapi(endOthersRoute(sessions), async (c) => {
    await endOtherSessions(core, c.get('user').id, c.get('session').id);
    return c.json({ message: answers.otherSessionsEnded }, 200);
  });
}
