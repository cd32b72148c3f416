import { z } from '@hono/zod-openapi';
import { unlessSuspended } from '#api/middleware/session.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { accountExportSchema, exportQuerySchema, importResponseSchema, importSchema } from '#contract/export.ts';
import { exportAccount } from '#core/accounts/export-account.ts';
import { exportAliases } from '#core/accounts/export-alias-file.ts';
import { importAliases } from '#core/accounts/import/import-aliases.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';

/** A large import takes seconds and holds a connection to the database all the while. */
const importWork = { max: 2, maxWaiting: 16 };

function asFile(name: string): string {
  return `attachment; filename="${name}"`;
}

export function exportRoutes(core: AccountContext) {
  const imports = new Semaphore(importWork);
  return [
    route(
      'GET /api/account/export',
      {
        access: 'confirmed',
        heavy: true,
        query: exportQuerySchema,
        errors: ['rate_limited'],
        answer: accountExportSchema,
        alsoAs: { 'text/csv': { schema: z.string() } },
        description: 'Everything stored about the account; as CSV what an import reads',
      },
      async ({ c, user, query }) => {
        if (query.format === 'json') {
          c.header('Content-Disposition', asFile('kauke-account.json'));
          return exportAccount(core, user);
        }
        c.header('Content-Disposition', asFile('kauke-aliases.csv'));
        return c.body(await exportAliases(core, user.id), 200, { 'Content-Type': 'text/csv; charset=utf-8' });
      },
    ),

    route(
      'POST /api/account/import',
      {
        access: 'session',
        input: importSchema,
        middleware: [unlessSuspended],
        errors: ['account_suspended', 'rate_limited', 'unavailable'],
        answer: importResponseSchema,
        description: 'What became, or would become, of each row',
      },
      async ({ user, ip, input }) => ({
        report: await imports.run(
          () => importAliases(core, { user, ip }, input),
          () => {
            throw new AppError('unavailable');
          },
        ),
      }),
    ),
  ];
}
