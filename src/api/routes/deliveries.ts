import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { deliveriesResponseSchema } from '#contract/deliveries.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { listDeliveries } from '#core/aliases/list-deliveries.ts';

const listRoute = (sessions: Sessions) =>
  createRoute({
    method: 'get',
    path: '/api/deliveries',
    middleware: [sessions.requireUser],
    responses: {
      ...errorAnswers('not_signed_in'),
      ...jsonAnswer(200, deliveriesResponseSchema, 'Mail of the account that is not delivered yet, by alias'),
    },
  });

export const deliveryRoutes = (app: OpenAPIHono, core: AccountContext, sessions: Sessions): void => {
  app.openapi(listRoute(sessions), async (c) =>
    c.json({ deliveries: await listDeliveries(core, c.get('user').id) }, 200),
  );
};
