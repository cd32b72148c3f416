import type { MiddlewareHandler } from 'hono';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { route } from '#api/route.ts';
import { accountStatsResponseSchema, eventSchema, statsResponseSchema } from '#contract/site.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { countEvent } from '#core/stats/count-event.ts';
import { createServiceTotals, getAccountStats } from '#core/stats/stats.ts';

/** Who asks not to be counted is not: Global Privacy Control and Do Not Track. */
const respectRefusal: MiddlewareHandler = async (c, next) => {
  if (c.req.header('Sec-GPC') === '1' || c.req.header('DNT') === '1') return c.body(null, 204);
  await next();
};

/** What is counted of the service and of an account, and the counting of events. */
export function statsRoutes(core: AccountContext) {
  const totals = createServiceTotals(core);
  return [
    route(
      'GET /api/stats',
      {
        access: 'public',
        middleware: [cacheControl('public, max-age=60')],
        answer: statsResponseSchema,
        description: 'Totals of the service, at most a minute old',
      },
      async () => ({ stats: await totals.get() }),
    ),

    route(
      'GET /api/account-stats',
      { access: 'session', answer: accountStatsResponseSchema, description: 'What the account has now' },
      async ({ user }) => ({ stats: await getAccountStats(core, user.id) }),
    ),

    route(
      'POST /api/events',
      {
        access: 'public',
        middleware: [respectRefusal],
        input: eventSchema,
        status: 204,
        description: 'Counted, or not because the visitor asked so or there were too many',
      },
      async ({ ip, input }) => {
        await countEvent(core, input, ip);
        return null;
      },
    ),
  ];
}
