import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { etag } from 'hono/etag';
import { jsonAnswer } from '#api/json-answers.ts';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { publicConfigSchema } from '#contract/config.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';

const configRoute = createRoute({
  method: 'get',
  path: '/api/config',
  middleware: [cacheControl('public, no-cache'), etag({ weak: true })],
  responses: {
    304: { description: 'Unchanged' },
    ...jsonAnswer(200, publicConfigSchema, 'What the browser must know of the set-up'),
  },
});

export const configRoutes = (app: OpenAPIHono, { settings, domains }: AccountContext, version: string): void => {
  app.openapi(configRoute, (c) =>
    c.json(
      {
        version,
        delivery: settings.delivery,
        preview: settings.delivery === 'preview',
        google: false,
        provider: 'builtin' as const,
        defaultDomain: domains.names()[0] ?? '',
        confirmationRequired: settings.targetConfirmation === 'required',
      },
      200,
    ),
  );
};
