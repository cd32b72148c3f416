import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { errorAnswers, jsonInput } from '#api/json-answers.ts';
import { clientAddress } from '#api/middleware/session.ts';
import { eventSchema } from '#contract/site.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { countEvent } from '#core/stats/count-event.ts';

/** Who asks not to be counted is not: Global Privacy Control and Do Not Track. */
const respectRefusal: MiddlewareHandler = async (c, next) => {
  if (c.req.header('Sec-GPC') === '1' || c.req.header('DNT') === '1') return c.body(null, 204);
  await next();
};

const eventRoute = createRoute({
  method: 'post',
  path: '/api/events',
  middleware: [respectRefusal],
  request: { body: jsonInput(eventSchema) },
  responses: {
    ...errorAnswers('invalid_input'),
    204: { description: 'Counted, or not because the visitor asked so or there were too many' },
  },
});

export function eventRoutes(app: OpenAPIHono, core: AccountContext): void {
  app.openapi(eventRoute, async (c) => {
    await countEvent(core, c.req.valid('json'), clientAddress(c));
    return c.body(null, 204);
  });
}
