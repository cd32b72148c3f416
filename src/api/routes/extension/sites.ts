import { route } from '#api/route.ts';
import { createAliasResponseSchema, restoreAliasResponseSchema } from '#contract/aliases.ts';
import {
  changeSiteSchema,
  newSiteAliasSchema,
  siteAliasesResponseSchema,
  siteQuerySchema,
} from '#contract/extension/sites.ts';
import { changeAliasSite, createSiteAlias, findSiteAliases } from '#core/aliases/sites/alias-sites.ts';
import { answers } from '#messages/server/answers.ts';

/** Which aliases somebody uses on a site. All by POST and PATCH: a site that is visited stands in no address, and so in no log of a proxy. */
export const siteRoutes = [
  route(
    'POST /api/sites/aliases',
    {
      access: 'key',
      scope: 'use',
      input: siteQuerySchema,
      answer: siteAliasesResponseSchema,
      description: 'The aliases that are used on the site of a host, newest first',
    },
    ({ core, user, input: { host } }) => findSiteAliases(core, user.id, host),
  ),

  route(
    'POST /api/sites/new-alias',
    {
      access: 'key',
      scope: 'create',
      input: newSiteAliasSchema,
      errors: [
        'no_target',
        'alias_reserved',
        'alias_unavailable',
        'too_many_aliases',
        'too_many_targets',
        'provider_refused',
      ],
      status: 201,
      answer: createAliasResponseSchema,
      description: "A new alias for the site of a host, with a name that was made up and the account's default target",
    },
    async ({ core, user, ip, input }) => ({
      message: answers.aliasCreated,
      alias: await createSiteAlias(core, input, { userId: user.id, ip }),
    }),
  ),

  route(
    'PATCH /api/aliases/{id}/sites',
    {
      access: 'key',
      scope: 'use',
      input: changeSiteSchema,
      errors: ['rate_limited'],
      answer: restoreAliasResponseSchema,
      description: 'The alias, which is used on the site of a host from now on, or no longer',
    },
    async ({ core, user, params, input }) => ({
      message: answers.siteNoted(input.used),
      alias: await changeAliasSite(core, { aliasId: params.id, userId: user.id }, input),
    }),
  ),
];
