import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { aliasAnswerSchema, showAlias } from '#api/foreign/alias-routes.ts';
import { foreignErrorAnswers, foreignTags, keyRefusals, noContent, requireKey } from '#api/foreign/foreign-answers.ts';
import { jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress } from '#api/middleware/session.ts';
import { limits } from '#contract/limits.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { pinAlias } from '#core/aliases/pin-alias.ts';
import { replaceInboxes } from '#core/aliases/replace-inboxes.ts';
import { toggleAlias } from '#core/aliases/toggle-alias.ts';

const idSchema = z.object({ id: z.uuid() });
const recipientsSchema = z.object({
  alias_id: z.uuid(),
  recipient_ids: z.array(z.uuid()).max(limits.targetsPerAlias),
});

/** A state that aliases are put into and taken out of. */
interface AliasState {
  readonly path: string;
  readonly entered: string;
  readonly left: string;
  change(aliasId: string, userId: string, on: boolean): Promise<unknown>;
}

function enterRoute(core: AccountContext, { path, entered }: AliasState) {
  return createRoute({
    method: 'post',
    path,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { body: jsonInput(idSchema) },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'malformed_json', 'invalid_input', 'not_found'),
      ...jsonAnswer(200, aliasAnswerSchema, entered),
    },
  });
}

function leaveRoute(core: AccountContext, { path, left }: AliasState) {
  return createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { params: idSchema },
    responses: { ...foreignErrorAnswers(...keyRefusals, 'not_found'), 204: { description: left } },
  });
}

function recipientsRoute(core: AccountContext) {
  return createRoute({
    method: 'post',
    path: '/api/v1/alias-recipients',
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { body: jsonInput(recipientsSchema) },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'malformed_json', 'invalid_input', 'not_found', 'no_target'),
      ...jsonAnswer(200, aliasAnswerSchema, 'The alias with other inboxes; its webhooks stay'),
    },
  });
}

/** Active, pinned, and where mail goes, for clients of addy.io. */
export function addyAliasStateRoutes(app: OpenAPIHono, core: AccountContext): void {
  const states: readonly AliasState[] = [
    {
      path: '/api/v1/active-aliases',
      entered: 'The alias, on',
      left: 'The alias is paused',
      change: (aliasId, userId, active) => toggleAlias(core, { aliasId, userId, active }),
    },
    {
      path: '/api/v1/pinned-aliases',
      entered: 'The alias, pinned',
      left: 'The alias is not pinned any more',
      change: (aliasId, userId, pinned) => pinAlias(core, { aliasId, userId, pinned }),
    },
  ];
  for (const state of states) {
    app.openapi(enterRoute(core, state), async (c) => {
      const { id } = c.req.valid('json');
      await state.change(id, c.get('user').id, true);
      return c.json(await showAlias(c, core, id), 200);
    });
    app.openapi(leaveRoute(core, state), async (c) => {
      await state.change(c.req.valid('param').id, c.get('user').id, false);
      return noContent(c);
    });
  }

  app.openapi(recipientsRoute(core), async (c) => {
    const { alias_id: aliasId, recipient_ids: inboxIds } = c.req.valid('json');
    await replaceInboxes(core, { aliasId, userId: c.get('user').id, ip: clientAddress(c) }, inboxIds);
    return c.json(await showAlias(c, core, aliasId), 200);
  });
}
