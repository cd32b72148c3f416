import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer } from '#api/json-answers.ts';
import { cacheControl } from '#api/middleware/cache-control.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { accountStatsResponseSchema, statsResponseSchema } from '#contract/site.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { getAccountStats, createServiceTotals } from '#core/stats/stats.ts';

const statsRoute = createRoute({
  method: 'get',
  path: '/api/stats',
  middleware: [cacheControl('public, max-age=60')],
  responses: jsonAnswer(200, statsResponseSchema, 'Totals of the service, at most a minute old'),
});

function accountStatsRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path: '/api/account-stats',
    middleware: [sessions.requireUser],
    responses: {
      ...errorAnswers('not_signed_in'),
      ...jsonAnswer(200, accountStatsResponseSchema, 'What the account has now'),
    },
  });
}

export function statsRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  const totals = createServiceTotals(core);

  app.openapi(statsRoute, async (c) => c.json({ stats: await totals.get() }, 200));

  app.openapi(accountStatsRoute(sessions), async (c) =>
    c.json({ stats: await getAccountStats(core, c.get('user').id) }, 200),
  );
}
