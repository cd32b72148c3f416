import type { Context } from 'hono';
import { z } from '@hono/zod-openapi';
import { cacheControl } from '#api/middleware/answer-headers.ts';
import { admitApiKey, presentedKey, unlessSuspended, type Sessions } from '#api/middleware/session.ts';
import { route } from '#api/route.ts';
import { answerTagged } from '#api/tagged-answer.ts';
import { aliasListQuerySchema } from '#contract/aliases/bulk.ts';
import {
  deleteAliasResponseSchema,
  restoreAliasResponseSchema,
  aliasDeliveriesResponseSchema,
  aliasesResponseSchema,
  changeAliasResponseSchema,
  createAliasResponseSchema,
  createAliasSchema,
  domainsResponseSchema,
  generateAliasSchema,
  toggleAliasSchema,
  updateAliasSchema,
} from '#contract/aliases.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { User } from '#contract/sign-in.ts';
import { isPrivate } from '#contract/account/registration-mode.ts';
import { listProvenNames } from '#core/domains/usable-domain.ts';
import { getAliasDeliveries } from '#core/aliases/alias-deliveries.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { restoreFromBin } from '#core/aliases/bin.ts';
import { deleteAlias, forgetAlias } from '#core/aliases/delete-alias.ts';
import { createGenerated } from '#core/aliases/generated/generate-alias.ts';
import { readBinnedAliases } from '#core/aliases/read-aliases.ts';
import { findAliases } from '#core/aliases/bulk/find-aliases.ts';
import { readAliasList } from '#core/aliases/list-aliases.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { answers } from '#messages/server/answers.ts';

/** Why an alias does not get the name or the targets that were asked for. */
const namingErrors: readonly ErrorCode[] = [
  'alias_reserved',
  'alias_unavailable',
  'too_many_aliases',
  'too_many_targets',
  'too_many_labels',
  'provider_refused',
];

/** The account that asks needs no id. */
const ofAccount = z.object({ id: z.union([z.uuid(), z.literal('me')]) });

function readAccount({ id }: z.infer<typeof ofAccount>, user: User): string {
  return id === 'me' ? user.id : id;
}

/** The text of `AliasesResponse`. */
function* wrapAliases(pieces: Iterable<string>): Generator<string> {
  yield '{"aliases":';
  yield* pieces;
  yield '}';
}

/**
 * The shared domains, then those of the account that asks, which nobody else is shown. A private service shows none to strangers.
 * @throws AppError api_key_invalid, rate_limited.
 */
async function listDomains(core: AccountContext, sessions: Sessions, c: Context): Promise<string[]> {
  const key = presentedKey(c);
  const userId = key === null ? (await sessions.currentUser(c))?.id : (await admitApiKey(c, core, key)).user.id;
  if (userId === undefined) return isPrivate(core.settings.registration) ? [] : [...core.domains.names()];
  return [...core.domains.names(), ...(await listProvenNames(core.database.db, userId))];
}

/** Aliases; `{id}` is the account's for GET and POST, the alias's for PUT and DELETE: one path item. */
export const aliasRoutes = [
  route(
    'GET /api/domains',
    {
      access: 'public',
      errors: ['api_key_invalid', 'rate_limited'],
      answer: domainsResponseSchema,
      description:
        'Domains for new aliases, preferred ones first, then those of the account that asks. None for strangers where accounts are by invitation or closed',
    },
    async ({ core, sessions, c }) => ({
      domains: await listDomains(core, sessions, c),
    }),
  ),

  route(
    'GET /api/aliases/{id}',
    {
      params: ofAccount,
      access: 'key',
      scope: 'use',
      middleware: [cacheControl('private, no-cache')],
      tagged: true,
      heavy: true,
      query: aliasListQuerySchema,
      answer: aliasesResponseSchema,
      description:
        'The aliases of an account, newest first: all, those that a filter finds, or with `bin=true` those in the bin',
    },
    async ({ core, site, c, user, params, query }) => {
      const { bin, ...filter } = query;
      const ownerId = readAccount(params, user);
      if (bin === 'true') return { aliases: await readBinnedAliases(core, ownerId, user.id) };
      if (Object.keys(filter).length > 0) return { aliases: await findAliases(core, ownerId, user.id, filter) };
      const { sources, pieces } = await readAliasList(core, ownerId, user.id);
      return answerTagged(c, {
        sources: [site.version, ...sources],
        pieces: () => wrapAliases(pieces()),
      });
    },
  ),

  route(
    'POST /api/aliases/{id}',
    {
      params: ofAccount,
      access: 'key',
      scope: 'create',
      input: createAliasSchema,
      errors: namingErrors,
      status: 201,
      answer: createAliasResponseSchema,
      description: 'The new alias',
    },
    async ({ core, user, ip, params, input }) => {
      const alias = await createAlias(core, input, { ownerId: readAccount(params, user), askerId: user.id, ip });
      return { message: answers.aliasCreated, alias };
    },
  ),

  route(
    'POST /api/aliases/{id}/generated',
    {
      params: ofAccount,
      access: 'key',
      scope: 'create',
      input: generateAliasSchema,
      errors: namingErrors,
      status: 201,
      answer: createAliasResponseSchema,
      description: 'The new alias, with a name that was made up',
    },
    async ({ core, user, ip, params, input }) => {
      const alias = await createGenerated(core, input, { ownerId: readAccount(params, user), askerId: user.id, ip });
      return { message: answers.aliasCreated, alias };
    },
  ),

  route(
    'PUT /api/aliases/{id}',
    {
      access: 'key',
      scope: 'aliases',
      input: updateAliasSchema,
      errors: [...namingErrors, 'alias_ended', 'confirm_identity'],
      answer: changeAliasResponseSchema,
      description: 'The alias with its changes; notes left out are cleared in a session, and stay by an API key',
    },
    async ({ core, user, apiKey, proven, ip, params, input: given }) => {
      // The form always sends its notes; a program may change one thing, and know nothing of the rest.
      const input = apiKey === undefined ? { ...given, notes: given.notes ?? null } : given;
      const { alias, undo } = await updateAlias(core, { aliasId: params.id, userId: user.id, proven, ip, input });
      return { message: answers.aliasUpdated, alias, undo };
    },
  ),

  route(
    'PATCH /api/aliases/{id}/toggle',
    {
      access: 'key',
      scope: 'use',
      input: toggleAliasSchema,
      errors: ['alias_ended', 'provider_refused'],
      answer: changeAliasResponseSchema,
      description: 'The alias, on or paused',
    },
    async ({ core, user, params, input: { active } }) => {
      const { alias, undo } = await toggleAlias(core, { aliasId: params.id, userId: user.id, active });
      return { message: answers.aliasToggled(active), alias, undo };
    },
  ),

  route(
    'GET /api/aliases/{id}/deliveries',
    {
      access: 'key',
      scope: 'aliases',
      feature: 'deliveries',
      answer: aliasDeliveriesResponseSchema,
      description: 'Mail of the alias that is not delivered yet',
    },
    async ({ core, user, params }) => ({ deliveries: await getAliasDeliveries(core, params.id, user.id) }),
  ),

  route(
    'DELETE /api/aliases/{id}',
    {
      access: 'key',
      scope: 'aliases',
      errors: ['confirm_identity'],
      answer: deleteAliasResponseSchema,
      description: 'Deleted: it lies in the bin, or is gone for good where the account has none',
    },
    async ({ core, user, proven, params }) => {
      const undo = await deleteAlias(core, params.id, user.id, { proven });
      return { message: answers.aliasDeleted, undo };
    },
  ),

  route(
    'POST /api/aliases/{id}/restore',
    {
      access: 'key',
      scope: 'aliases',
      errors: ['no_target', 'provider_refused'],
      answer: restoreAliasResponseSchema,
      description: 'The alias as it was when it was deleted, but for its SMTP credential',
    },
    async ({ core, user, params }) => {
      const alias = await restoreFromBin(core, { aliasId: params.id, userId: user.id });
      return { message: answers.aliasRestored, alias };
    },
  ),

  route(
    'DELETE /api/aliases/{id}/forget',
    {
      access: 'confirmed',
      middleware: [unlessSuspended],
      errors: ['account_suspended'],
      answer: messageResponseSchema,
      description: 'Erased at once, in the bin or not',
    },
    async ({ core, user, params }) => {
      await forgetAlias(core, { aliasId: params.id, userId: user.id });
      return { message: answers.aliasErased };
    },
  ),
];
