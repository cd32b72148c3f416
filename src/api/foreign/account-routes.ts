import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { accountResourceOf, accountResourceSchema } from '#api/foreign/account-resource.ts';
import { foreignErrorAnswers, foreignTags, keyRefusals, requireKey } from '#api/foreign/foreign-answers.ts';
import { defaultFormat } from '#api/foreign/read-wish.ts';
import { timeText } from '#api/foreign/time-text.ts';
import { jsonAnswer } from '#api/json-answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** The API that is spoken here, as a version of addy.io; its apps refuse servers that are too old for them. */
const spoken = { major: 1, minor: 99, patch: 0 };

const days = 7;
const dayMs = 24 * 60 * 60 * 1000;

const versionSchema = z.object({ version: z.string(), major: z.int(), minor: z.int(), patch: z.int() });

const keySchema = z.object({ name: z.string(), created_at: z.string(), expires_at: z.string().nullable() });

const domainsSchema = z.object({
  data: z.array(z.string()),
  sharedDomains: z.array(z.string()),
  defaultAliasDomain: z.string(),
  defaultAliasFormat: z.string(),
});

const numbers = z.array(z.int());
const chartSchema = z.object({
  labels: z.array(z.string()),
  forwardsData: numbers,
  repliesData: numbers,
  sendsData: numbers,
  outboundMessageTotals: numbers,
});

function getRoute<Schema extends z.ZodType>(core: AccountContext, path: string, schema: Schema, description: string) {
  return createRoute({
    method: 'get',
    path: `/api/v1/${path}`,
    tags: foreignTags,
    middleware: [requireKey(core)],
    responses: { ...foreignErrorAnswers(...keyRefusals), ...jsonAnswer(200, schema, description) },
  });
}

/** The key, its account and this service, for clients of addy.io. */
export function addyAccountRoutes(app: OpenAPIHono, core: AccountContext): void {
  const { major, minor, patch } = spoken;
  app.openapi(getRoute(core, 'app-version', versionSchema, 'The version of addy.io whose API this is'), (c) =>
    c.json({ version: `${major}.${minor}.${patch}`, major, minor, patch }, 200),
  );

  app.openapi(getRoute(core, 'api-token-details', keySchema, 'The key that asks'), (c) => {
    const { name, createdAt, expiresAt } = c.get('apiKey');
    const expires = expiresAt === null ? null : timeText(expiresAt);
    return c.json({ name, created_at: timeText(createdAt), expires_at: expires }, 200);
  });

  const accountAnswer = z.object({ data: accountResourceSchema });
  app.openapi(getRoute(core, 'account-details', accountAnswer, 'The account of the key'), async (c) =>
    c.json({ data: await accountResourceOf(core, c.get('user')) }, 200),
  );

  app.openapi(getRoute(core, 'domain-options', domainsSchema, 'Domains for new aliases'), (c) => {
    const names = [...core.domains.names()];
    const defaults = { defaultAliasDomain: names[0] ?? '', defaultAliasFormat: defaultFormat };
    // A shared domain is one that takes no names of one's own; none of ours is.
    return c.json({ data: names, sharedDomains: [], ...defaults }, 200);
  });

  app.openapi(getRoute(core, 'chart-data', chartSchema, 'Zeros: Kauke counts no mail'), (c) => {
    const today = core.clock.now();
    const labels = Array.from({ length: days }, (_, index) =>
      new Date(today - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
    );
    const zeros = labels.map(() => 0);
    const chart = { labels, forwardsData: zeros, repliesData: zeros, sendsData: zeros };
    return c.json({ ...chart, outboundMessageTotals: [0, 0, 0] }, 200);
  });
}
