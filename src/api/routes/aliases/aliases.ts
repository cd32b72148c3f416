import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { cacheControl } from '#api/middleware/cache-control.ts';
import { requireFeature } from '#api/middleware/require-feature.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { answerTagged } from '#api/tagged-answer.ts';
import {
  aliasDeliveriesResponseSchema,
  aliasesResponseSchema,
  changeAliasResponseSchema,
  createAliasResponseSchema,
  createAliasSchema,
  domainsResponseSchema,
  toggleAliasSchema,
  updateAliasSchema,
  type AliasesResponse,
} from '#contract/aliases.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { getAliasDeliveries } from '#core/aliases/get-alias-deliveries.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { toggleAlias } from '#core/aliases/toggle-alias.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { answers } from '#messages/answers.ts';

/** The account's id for GET and POST, the alias's id for PUT and DELETE: one path item. */
const path = '/api/aliases/{id}';
const params = z.object({ id: z.uuid() });

/** Why an alias does not get the name or the targets that were asked for. */
const namingErrors = errorAnswers(
  'invalid_input',
  'not_signed_in',
  'api_key_invalid',
  'not_found',
  'alias_reserved',
  'alias_unavailable',
  'too_many_targets',
  'provider_refused',
  'rate_limited',
);

const domainsRoute = createRoute({
  method: 'get',
  path: '/api/domains',
  responses: jsonAnswer(200, domainsResponseSchema, 'Domains for new aliases, preferred ones first'),
});

function listRoute(sessions: Sessions) {
  return createRoute({
    method: 'get',
    path,
    middleware: [sessions.requireUserOrKey, cacheControl('private, no-cache')],
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found'),
      304: { description: 'Unchanged' },
      ...jsonAnswer(200, aliasesResponseSchema, 'The aliases of an account, newest first'),
    },
  });
}

function createAliasRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path,
    middleware: [sessions.requireUserOrKey],
    request: { params, body: jsonInput(createAliasSchema) },
    responses: {
      ...namingErrors,
      ...jsonAnswer(201, createAliasResponseSchema, 'The new alias'),
    },
  });
}

function updateRoute(sessions: Sessions) {
  return createRoute({
    method: 'put',
    path,
    middleware: [sessions.requireUserOrKey],
    request: { params, body: jsonInput(updateAliasSchema) },
    responses: {
      ...namingErrors,
      ...jsonAnswer(200, changeAliasResponseSchema, 'The alias with its changes; notes left out are cleared'),
    },
  });
}

function toggleRoute(sessions: Sessions) {
  return createRoute({
    method: 'patch',
    path: `${path}/toggle`,
    middleware: [sessions.requireUserOrKey],
    request: { params, body: jsonInput(toggleAliasSchema) },
    responses: {
      ...errorAnswers(
        'invalid_input',
        'not_signed_in',
        'api_key_invalid',
        'not_found',
        'provider_refused',
        'rate_limited',
      ),
      ...jsonAnswer(200, changeAliasResponseSchema, 'The alias, on or paused'),
    },
  });
}

function deliveriesRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'get',
    path: `${path}/deliveries`,
    middleware: access,
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found'),
      ...jsonAnswer(200, aliasDeliveriesResponseSchema, 'Mail of the alias that is not delivered yet'),
    },
  });
}

function deleteRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path,
    middleware: [sessions.requireUserOrKey],
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found', 'rate_limited'),
      ...jsonAnswer(200, messageResponseSchema, 'Deleted for good'),
    },
  });
}

function changeRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(updateRoute(sessions), async (c) => {
    const { id: aliasId } = c.req.valid('param');
    const update = { aliasId, userId: c.get('user').id, ip: clientAddress(c), input: c.req.valid('json') };
    return c.json({ message: answers.aliasUpdated, alias: await updateAlias(core, update) }, 200);
  });

  app.openapi(toggleRoute(sessions), async (c) => {
    const { active } = c.req.valid('json');
    const toggle = { aliasId: c.req.valid('param').id, userId: c.get('user').id, active };
    return c.json({ message: answers.aliasToggled(active), alias: await toggleAlias(core, toggle) }, 200);
  });
}

export function aliasRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(domainsRoute, (c) => c.json({ domains: [...core.domains.names()] }, 200));

  app.openapi(listRoute(sessions), async (c) => {
    const aliases = await listAliases(core, c.req.valid('param').id, c.get('user').id);
    return answerTagged(c, { aliases } satisfies AliasesResponse);
  });

  app.openapi(createAliasRoute(sessions), async (c) => {
    const creator = { ownerId: c.req.valid('param').id, askerId: c.get('user').id, ip: clientAddress(c) };
    const alias = await createAlias(core, c.req.valid('json'), creator);
    return c.json({ message: answers.aliasCreated, alias }, 201);
  });

  changeRoutes(app, core, sessions);

  app.openapi(deliveriesRoute([sessions.requireUserOrKey, requireFeature(core, 'deliveries')]), async (c) => {
    const deliveries = await getAliasDeliveries(core, c.req.valid('param').id, c.get('user').id);
    return c.json({ deliveries }, 200);
  });

  app.openapi(deleteRoute(sessions), async (c) => {
    await deleteAlias(core, c.req.valid('param').id, c.get('user').id);
    return c.json({ message: answers.aliasDeleted }, 200);
  });
}
