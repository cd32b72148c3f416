import { z } from '@hono/zod-openapi';
import { nameAlias, readFromName } from '#api/foreign/from-name.ts';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { readLabels } from '#api/foreign/addy/labels.ts';
import { aliasListQuerySchema, readListQuery, pageSchema, paginate } from '#api/foreign/addy/lists.ts';
import { newAliasSchema, readNewAlias } from '#api/foreign/addy/new-alias.ts';
import {
  aliasResourceOf,
  aliasResourceSchema,
  aliasResourcesOf,
  type AliasResource,
} from '#api/foreign/addy/resources.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { cutNotes } from '#core/aliases/alias-input.ts';
import { readAliasPage } from '#core/aliases/clients/read-alias-page.ts';
import { deleteAlias, forgetAlias } from '#core/aliases/delete-alias.ts';
import { generateAlias, restoreAlias } from '#core/aliases/generated/generate-alias.ts';
import { readAlias } from '#core/aliases/read-aliases.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { readAliasTotals } from '#core/stats/alias-counts.ts';

export const aliasAnswerSchema = z.object({ data: aliasResourceSchema });

/** An alias of whoever holds the key, in the words of addy.io. @throws AppError not_found. */
export async function showAlias(
  core: AccountContext,
  aliasId: string,
  userId: string,
): Promise<{ data: AliasResource }> {
  const alias = await readAlias(core.database.db, core, aliasId, userId, 'any');
  const totals = await readAliasTotals(core, userId, [aliasId]);
  return { data: aliasResourceOf(core.provider, alias, totals.get(aliasId)) };
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

/** Aliases for clients of addy.io. */
export const aliasRoutes = [
  route(
    'GET /api/v1/aliases',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      heavy: true,
      query: aliasListQuerySchema,
      answer: pageSchema(aliasResourceSchema),
      description: 'One page of the aliases',
    },
    async ({ core, c, user, query }) => {
      const { page, size, ...filter } = readListQuery(query);
      const { aliases, total } = await readAliasPage(core, user.id, { ...filter, page, size });
      const place = { path: `${core.settings.publicUrl}/api/v1/aliases`, query: c.req.query(), page, size, total };
      return paginate(await aliasResourcesOf(core, user.id, aliases), place);
    },
  ),

  route(
    'POST /api/v1/aliases',
    {
      ...foreign,
      access: 'key-only',
      scope: 'create',
      input: newAliasSchema,
      errors: ['malformed_json', 'alias_unavailable', 'too_many_aliases', 'no_target'],
      status: 201,
      answer: aliasAnswerSchema,
      description: 'The new alias',
    },
    async ({ core, user, ip, input }) => {
      const asked = { ...readNewAlias(input), labels: await readLabels(core, user.id, input.label_ids ?? []) };
      const { id } = await generateAlias(core, asked, { userId: user.id, ip });
      return showAlias(core, id, user.id);
    },
  ),

  route(
    'GET /api/v1/aliases/{id}',
    { ...foreign, access: 'key-only', scope: 'aliases', answer: aliasAnswerSchema, description: 'One alias' },
    ({ core, user, params }) => showAlias(core, params.id, user.id),
  ),

  route(
    'PATCH /api/v1/aliases/{id}',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      input: z.object({
        description: z.string().nullish(),
        from_name: z.string().nullish(),
        active: z.boolean().optional(),
      }),
      errors: ['malformed_json', 'alias_ended', 'provider_refused'],
      answer: aliasAnswerSchema,
      description: 'The alias with another description, or another name to send with',
    },
    async ({ core, user, ip, params, input: { description, from_name: fromName, active } }) => {
      const own = { aliasId: params.id, userId: user.id };
      await showAlias(core, params.id, user.id);
      await nameAlias(core, own, readFromName(core, 'from_name', fromName));
      if (active !== undefined) await toggleAlias(core, { ...own, active });
      if (description !== undefined) {
        const input = { notes: cutNotes(description ?? '') };
        await updateAlias(core, { ...own, ip, input });
      }
      return showAlias(core, params.id, user.id);
    },
  ),

  route(
    'DELETE /api/v1/aliases/{id}',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      status: 204,
      description:
        'Deleted: it lies in the bin; where the account has none, its old owner can still restore the address',
    },
    async ({ core, user, proven, params }) => {
      await deleteAlias(core, params.id, user.id, { restorable: true, proven });
      return null;
    },
  ),

  route(
    'DELETE /api/v1/aliases/{id}/forget',
    { ...foreign, access: 'key-only', scope: 'aliases', status: 204, description: 'Erased at once, for good' },
    async ({ core, user, params }) => {
      await forgetAlias(core, { aliasId: params.id, userId: user.id });
      return null;
    },
  ),

  route(
    'PATCH /api/v1/aliases/{id}/restore',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      errors: ['alias_unavailable', 'no_target', 'provider_refused'],
      answer: aliasAnswerSchema,
      description: 'The alias as it was; once it has left the bin the same address again, with the default target',
    },
    async ({ core, user, ip, params }) => {
      const present = await showAlias(core, params.id, user.id).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
        return null;
      });
      if (present !== null && present.data.deleted_at === null) return present;
      const { id } = await restoreAlias(core, { aliasId: params.id, userId: user.id }, ip);
      return showAlias(core, id, user.id);
    },
  ),
];
