import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { aliasListQuerySchema, readListQuery, pageSchema, paginate } from '#api/foreign/lists.ts';
import { newAliasSchema, readNewAlias } from '#api/foreign/new-alias.ts';
import { aliasResourceOf, aliasResourceSchema, type AliasResource } from '#api/foreign/resources.ts';
import { route } from '#api/route.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { cutNotes } from '#core/aliases/alias-input.ts';
import { pinAlias } from '#core/aliases/alias-settings.ts';
import { deleteAlias, forgetAlias } from '#core/aliases/delete-alias.ts';
import { generateAlias, restoreAlias } from '#core/aliases/generated/generate-alias.ts';
import { readAlias, readAliasPage } from '#core/aliases/read-aliases.ts';
import { toggleAlias, replaceInboxes, updateAlias } from '#core/aliases/update-alias.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';

const aliasAnswerSchema = z.object({ data: aliasResourceSchema });
const idSchema = z.object({ id: z.uuid() });
const recipientsSchema = z.object({
  alias_id: z.uuid(),
  recipient_ids: z.array(z.uuid()).max(limits.targetsPerAlias),
});

/** An alias of whoever holds the key, in the words of addy.io. @throws AppError not_found. */
async function showAlias(core: AccountContext, aliasId: string, userId: string): Promise<{ data: AliasResource }> {
  return { data: aliasResourceOf(core.provider, await readAlias(core.database.db, core, aliasId, userId, 'any')) };
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
      return paginate(
        aliases.map((alias) => aliasResourceOf(core.provider, alias)),
        place,
      );
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
      const { id } = await generateAlias(core, readNewAlias(input), { userId: user.id, ip });
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
      input: z.object({ description: z.string().nullish() }),
      errors: ['malformed_json'],
      answer: aliasAnswerSchema,
      description: 'The alias with another description',
    },
    async ({ core, user, ip, params, input: { description } }) => {
      if (description !== undefined) {
        const input = { notes: cutNotes(description ?? '') };
        await updateAlias(core, { aliasId: params.id, userId: user.id, ip, input });
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

/** A state that aliases are put into and taken out of. */
interface AliasState {
  readonly path: `/${string}`;
  readonly entered: string;
  readonly left: string;
  readonly errors: readonly ErrorCode[];
  change(core: AccountContext, aliasId: string, userId: string, on: boolean): Promise<unknown>;
}

const states: readonly AliasState[] = [
  {
    path: '/api/v1/active-aliases',
    entered: 'The alias, on',
    left: 'The alias is paused',
    errors: ['alias_ended', 'provider_refused'],
    change: (core, aliasId, userId, active) => toggleAlias(core, { aliasId, userId, active }),
  },
  {
    path: '/api/v1/pinned-aliases',
    entered: 'The alias, pinned',
    left: 'The alias is not pinned any more',
    errors: [],
    change: (core, aliasId, userId, pinned) => pinAlias(core, { aliasId, userId, pinned }),
  },
];

/** Active, pinned, and where mail goes, for clients of addy.io. */
export const aliasStateRoutes = [
  ...states.flatMap(({ path, entered, left, errors, change }) => [
    route(
      `POST ${path}`,
      {
        ...foreign,
        access: 'key-only',
        scope: 'aliases',
        input: idSchema,
        errors: ['malformed_json', 'not_found', ...errors],
        answer: aliasAnswerSchema,
        description: entered,
      },
      async ({ core, user, input: { id } }) => {
        await change(core, id, user.id, true);
        return showAlias(core, id, user.id);
      },
    ),
    route(
      `DELETE ${path}/{id}`,
      { ...foreign, access: 'key-only', scope: 'aliases', errors, status: 204, description: left },
      async ({ core, user, params }) => {
        await change(core, params.id, user.id, false);
        return null;
      },
    ),
  ]),

  route(
    'POST /api/v1/alias-recipients',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      input: recipientsSchema,
      errors: ['malformed_json', 'not_found', 'no_target'],
      answer: aliasAnswerSchema,
      description: 'The alias with other inboxes; its webhooks stay',
    },
    async ({ core, user, proven, ip, input: { alias_id: aliasId, recipient_ids: inboxIds } }) => {
      await replaceInboxes(core, { aliasId, userId: user.id, proven, ip }, inboxIds);
      return showAlias(core, aliasId, user.id);
    },
  ),
];
