import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { foreignErrorAnswers, foreignTags, keyRefusals, requireKey } from '#api/foreign/foreign-answers.ts';
import { pageSchema, paginate } from '#api/foreign/paginate.ts';
import { jsonAnswer } from '#api/json-answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

/** What accounts of addy.io have, and those of Kauke do not. Its apps ask for each when its screen opens. */
const lists = [
  'usernames',
  'domains',
  'rules',
  'failed-deliveries',
  'blocklist',
  'labels',
  'account-notifications',
] as const;

const size = 100;

function listRoute(core: AccountContext, path: string) {
  return createRoute({
    method: 'get',
    path,
    tags: foreignTags,
    middleware: [requireKey(core)],
    responses: {
      ...foreignErrorAnswers(...keyRefusals),
      ...jsonAnswer(200, pageSchema(z.object({})), 'Always empty: Kauke has no such thing'),
    },
  });
}

export function emptyListRoutes(app: OpenAPIHono, core: AccountContext): void {
  for (const name of lists) {
    const path = `/api/v1/${name}`;
    const place = { path: `${core.settings.publicUrl}${path}`, query: {}, page: 1, size, total: 0 };
    app.openapi(listRoute(core, path), (c) => c.json(paginate<never>([], place), 200));
  }
}
