import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { AppError } from '#contract/errors.ts';
import { accountExportSchema, exportQuerySchema, importResponseSchema, importSchema } from '#contract/export.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { exportAccount } from '#core/accounts/export/export-account.ts';
import { exportAliases } from '#core/accounts/export/export-aliases.ts';
import { importAliases } from '#core/accounts/import/import-aliases.ts';
import { Semaphore } from '#platform/semaphore.ts';

/** A large import takes seconds and holds a connection to the database all the while. */
const importWork = { max: 2, maxWaiting: 16 };

function asFile(name: string): string {
  return `attachment; filename="${name}"`;
}

function exportRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path: '/api/account/export',
    middleware: [sessions.requireUser],
    request: { query: exportQuerySchema },
    responses: {
      ...errorAnswers('invalid_input', 'not_signed_in', 'rate_limited'),
      200: {
        description: 'Everything stored about the account; as CSV its aliases',
        content: {
          'application/json': { schema: accountExportSchema },
          'text/csv': { schema: z.string() },
        },
      },
    },
  });
}

function importRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: '/api/account/import',
    middleware: [sessions.requireUser],
    request: { body: jsonInput(importSchema) },
    responses: {
      ...errorAnswers('invalid_input', 'not_signed_in', 'rate_limited', 'unavailable'),
      ...jsonAnswer(200, importResponseSchema, 'What became, or would become, of each row'),
    },
  });
}

export function exportRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  const imports = new Semaphore(importWork);

  app.openapi(exportRoute(sessions), async (c) => {
    if (c.req.valid('query').format === 'json') {
      c.header('Content-Disposition', asFile('kauke-account.json'));
      return c.json(await exportAccount(core, c.get('user')), 200);
    }
    c.header('Content-Disposition', asFile('kauke-aliases.csv'));
    const csv = await exportAliases(core, c.get('user').id);
    return c.body(csv, 200, { 'Content-Type': 'text/csv; charset=utf-8' });
  });

  app.openapi(importRoute(sessions), async (c) => {
    const importer = { user: c.get('user'), ip: clientAddress(c) };
    const report = await imports.run(
      () => importAliases(core, importer, c.req.valid('json')),
      () => {
        throw new AppError('unavailable');
      },
    );
    return c.json({ report }, 200);
  });
}
