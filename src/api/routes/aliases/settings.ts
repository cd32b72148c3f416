import { route } from '#api/route.ts';
import {
  aliasSettingsResponseSchema,
  changeAliasSettingsSchema,
  changeSettingsResponseSchema,
  deliveriesResponseSchema,
  restoreAliasResponseSchema,
} from '#contract/aliases.ts';
import { listDeliveries } from '#core/aliases/alias-deliveries.ts';
import { changeAliasSettings, getAliasSettings } from '#core/aliases/alias-settings.ts';
import { expectOtherSender } from '#core/aliases/known-senders.ts';
import { answers } from '#messages/server/answers.ts';

export const aliasSettingsRoutes = [
  route(
    'GET /api/aliases/{id}/settings',
    {
      access: 'key',
      scope: 'aliases',
      feature: 'transparent',
      answer: aliasSettingsResponseSchema,
      description: 'How mail of an alias is handled',
    },
    async ({ core, user, params }) => ({
      settings: await getAliasSettings(core, { aliasId: params.id, userId: user.id }),
    }),
  ),

  route(
    'PATCH /api/aliases/{id}/settings',
    {
      access: 'key',
      scope: 'aliases',
      feature: 'transparent',
      input: changeAliasSettingsSchema,
      answer: changeSettingsResponseSchema,
      description: 'The settings with their changes; what is left out stays',
    },
    ({ core, user, params, input }) => changeAliasSettings(core, { aliasId: params.id, userId: user.id }, input),
  ),
];

/** Who may be expected to write to an alias. */
export const senderRoutes = [
  route(
    'POST /api/aliases/{id}/expected-sender',
    {
      access: 'key',
      scope: 'aliases',
      errors: ['not_found', 'rate_limited'],
      answer: restoreAliasResponseSchema,
      description: 'The alias, whose other sender its owner expects from now on',
    },
    async ({ core, user, params }) => ({
      message: answers.senderExpected,
      alias: await expectOtherSender(core, params.id, user.id),
    }),
  ),
];

export const deliveryRoutes = [
  route(
    'GET /api/deliveries',
    {
      access: 'session',
      feature: 'deliveries',
      answer: deliveriesResponseSchema,
      description: 'Mail of the account that is not delivered yet, by alias',
    },
    async ({ core, user }) => ({ deliveries: await listDeliveries(core, user.id) }),
  ),
];
