import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { foreignErrorAnswers, foreignTags, keyRefusals, noContent, requireKey } from '#api/foreign/foreign-answers.ts';
import { aliasListQuerySchema, readListQuery } from '#api/foreign/list-query.ts';
import { pageSchema, paginate } from '#api/foreign/paginate.ts';
import { readWish, wishSchema } from '#api/foreign/read-wish.ts';
import { aliasResourceOf, aliasResourceSchema, type AliasResource } from '#api/foreign/resources.ts';
import { jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress } from '#api/middleware/session.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { cutNotes } from '#core/aliases/cut-notes.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { findAliasPage } from '#core/aliases/find-alias-page.ts';
import { generateAlias } from '#core/aliases/generate-alias.ts';
import { getListedAlias } from '#core/aliases/listed-alias.ts';
import { restoreAlias } from '#core/aliases/restore-alias.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';

const path = '/api/v1/aliases';
const aliasPath = `${path}/{id}`;
const params = z.object({ id: z.uuid() });
export const aliasAnswerSchema = z.object({ data: aliasResourceSchema });

const changeSchema = z.object({ description: z.string().nullish() });

/** An alias of whoever holds the key, in the words of addy.io. @throws AppError not_found. */
export async function showAlias(c: Context, core: AccountContext, aliasId: string): Promise<{ data: AliasResource }> {
  return {
    data: aliasResourceOf(core.provider, await getListedAlias(core, aliasId, c.get('user').id)),
  };
}

function listRoute(core: AccountContext) {
  return createRoute({
    method: 'get',
    path,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { query: aliasListQuerySchema },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'invalid_input'),
      ...jsonAnswer(200, pageSchema(aliasResourceSchema), 'One page of the aliases'),
    },
  });
}

function createAliasRoute(core: AccountContext) {
  return createRoute({
    method: 'post',
    path,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { body: jsonInput(wishSchema) },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'malformed_json', 'invalid_input', 'alias_unavailable', 'no_target'),
      ...jsonAnswer(201, aliasAnswerSchema, 'The new alias'),
    },
  });
}

function getRoute(core: AccountContext) {
  return createRoute({
    method: 'get',
    path: aliasPath,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { params },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'not_found'),
      ...jsonAnswer(200, aliasAnswerSchema, 'One alias'),
    },
  });
}

function changeRoute(core: AccountContext) {
  return createRoute({
    method: 'patch',
    path: aliasPath,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { params, body: jsonInput(changeSchema) },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'malformed_json', 'invalid_input', 'not_found'),
      ...jsonAnswer(200, aliasAnswerSchema, 'The alias with another description'),
    },
  });
}

function removeRoute(core: AccountContext, route: { path: string; description: string }) {
  return createRoute({
    method: 'delete',
    path: route.path,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { params },
    responses: { ...foreignErrorAnswers(...keyRefusals, 'not_found'), 204: { description: route.description } },
  });
}

function restoreRoute(core: AccountContext) {
  return createRoute({
    method: 'patch',
    path: `${aliasPath}/restore`,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { params },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'not_found', 'alias_unavailable', 'no_target'),
      ...jsonAnswer(200, aliasAnswerSchema, 'The same address again, with the default target'),
    },
  });
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}

function removalRoutes(app: OpenAPIHono, core: AccountContext): void {
  const deletion = { path: aliasPath, description: 'Erased at once; its old owner can restore the address' };
  app.openapi(removeRoute(core, deletion), async (c) => {
    await deleteAlias(core, c.req.valid('param').id, c.get('user').id, { restorable: true });
    return noContent(c);
  });

  const forgetting = { path: `${aliasPath}/forget`, description: 'Erased at once, for good' };
  app.openapi(removeRoute(core, forgetting), async (c) => {
    await deleteAlias(core, c.req.valid('param').id, c.get('user').id);
    return noContent(c);
  });

  app.openapi(restoreRoute(core), async (c) => {
    const { id: aliasId } = c.req.valid('param');
    const present = await showAlias(c, core, aliasId).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
      return null;
    });
    if (present !== null) return c.json(present, 200);
    const { id } = await restoreAlias(core, { aliasId, userId: c.get('user').id }, clientAddress(c));
    return c.json(await showAlias(c, core, id), 200);
  });
}

/** Aliases for clients of addy.io. */
export function addyAliasRoutes(app: OpenAPIHono, core: AccountContext): void {
  const listUrl = `${core.settings.publicUrl}${path}`;

  app.openapi(listRoute(core), async (c) => {
    const asked = c.req.valid('query');
    const { page, size, ...filter } = readListQuery(asked);
    // Nothing that was deleted is left to list.
    const listsNone = asked['filter[deleted]'] === 'only';
    const { aliases, total } = listsNone
      ? { aliases: [], total: 0 }
      : await findAliasPage(core, c.get('user').id, { ...filter, page, size });
    const place = { path: listUrl, query: c.req.query(), page, size, total };
    return c.json(
      paginate(
        aliases.map((alias) => aliasResourceOf(core.provider, alias)),
        place,
      ),
      200,
    );
  });

  app.openapi(createAliasRoute(core), async (c) => {
    const asker = { userId: c.get('user').id, ip: clientAddress(c) };
    const { id } = await generateAlias(core, readWish(c.req.valid('json')), asker);
    return c.json(await showAlias(c, core, id), 201);
  });

  app.openapi(getRoute(core), async (c) => c.json(await showAlias(c, core, c.req.valid('param').id), 200));

  app.openapi(changeRoute(core), async (c) => {
    const { id: aliasId } = c.req.valid('param');
    const { description } = c.req.valid('json');
    if (description !== undefined) {
      const input = { notes: cutNotes(description ?? '') };
      await updateAlias(core, { aliasId, userId: c.get('user').id, ip: clientAddress(c), input });
    }
    return c.json(await showAlias(c, core, aliasId), 200);
  });

  removalRoutes(app, core);
}
