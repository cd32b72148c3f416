import { z } from '@hono/zod-openapi';
import { aliasAnswerSchema, showAlias } from '#api/foreign/addy/aliases.ts';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { pinAlias } from '#core/aliases/alias-settings.ts';
import { replaceInboxes, toggleAlias } from '#core/aliases/update-alias.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { clientTexts } from '#messages/server/clients.ts';

const idSchema = z.object({ id: z.uuid() });
const recipientsSchema = z.object({
  alias_id: z.uuid(),
  recipient_ids: z.array(z.uuid()).max(limits.targetsPerAlias),
});

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
  {
    path: '/api/v1/attached-recipients-only',
    entered: 'The alias as it is: nobody but its own inboxes writes as it',
    left: 'Never: that cannot be switched off',
    errors: ['invalid_input'],
    change: async (core, aliasId, userId, on) => {
      await showAlias(core, aliasId, userId);
      if (!on) throw new AppError('invalid_input', { message: clientTexts.attachedOnly });
    },
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
