import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { pageOf, pageQuerySchema, pageSchema } from '#api/foreign/addy/lists.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { listLabels } from '#core/labels/labels.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

const labelSchema = z.object({ id: z.uuid(), user_id: z.uuid(), name: z.string(), aliases_count: z.int() });

/** The names of labels by their ids. @throws AppError not_found, for a foreign one as for an unknown one. */
export async function readLabels(core: AccountContext, userId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const names = new Map((await listLabels(core, userId)).map(({ id, name }) => [id, name]));
  return [...new Set(ids)].map((id) => {
    const name = names.get(id);
    if (name === undefined) throw new AppError('not_found');
    return name;
  });
}

/** Labels, for clients of addy.io. */
export const labelRoutes = [
  route(
    'GET /api/v1/labels',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      query: pageQuerySchema,
      answer: pageSchema(labelSchema),
      description: 'The labels of the account, by name',
    },
    async ({ core, user, query }) => {
      const labels = await listLabels(core, user.id);
      const shown = labels.map(({ id, name, aliases }) => ({ id, user_id: user.id, name, aliases_count: aliases }));
      return pageOf(shown, `${core.settings.publicUrl}/api/v1/labels`, query);
    },
  ),
];
