import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { errorAnswers, jsonAnswer } from '#api/json-answers.ts';
import { requireFeature } from '#api/middleware/require-feature.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { deliveriesResponseSchema } from '#contract/aliases.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { listDeliveries } from '#core/aliases/list-deliveries.ts';

function listRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'get',
    path: '/api/deliveries',
    middleware: access,
    responses: {
      ...errorAnswers('not_signed_in', 'not_found'),
      ...jsonAnswer(200, deliveriesResponseSchema, 'Mail of the account that is not delivered yet, by alias'),
    },
  });
}

export function deliveryRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  const access = [sessions.requireUser, requireFeature(core, 'deliveries')];
  app.openapi(listRoute(access), async (c) =>
    c.json({ deliveries: await listDeliveries(core, c.get('user').id) }, 200),
  );
}
