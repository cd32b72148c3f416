import type { MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import { cacheControl } from '#api/middleware/answer-headers.ts';
import { publicConfig } from '#api/public-config.ts';
import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import {
  accountStatsResponseSchema,
  eventSchema,
  statsResponseSchema,
  feedbackSchema,
  publicConfigSchema,
} from '#contract/site.ts';
import { sendFeedback } from '#core/feedback/send-feedback.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { countEvent, createServiceTotals, getAccountStats } from '#core/stats/stats.ts';
import { answers } from '#messages/server/answers.ts';

export const configRoutes = [
  route(
    'GET /api/config',
    {
      access: 'public',
      middleware: [cacheControl('public, no-cache'), etag({ weak: true })],
      tagged: true,
      answer: publicConfigSchema,
      description: 'What the browser must know of the set-up',
    },
    ({ core, site }) => publicConfig(core, site),
  ),
];

export const feedbackRoutes = [
  route(
    'POST /api/feedback',
    {
      access: 'public',
      input: feedbackSchema,
      errors: ['rate_limited'],
      answer: messageResponseSchema,
      description: 'On its way to the operator',
    },
    async ({ core, ip, input }) => {
      await sendFeedback(core, input, ip);
      return { message: answers.feedbackSent };
    },
  ),
];

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
        description: 'Totals of the service, at most a minute old; null where accounts are by invitation or closed',
      },
      async () => ({ stats: isPrivate(core.settings.registration) ? null : await totals.get() }),
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
