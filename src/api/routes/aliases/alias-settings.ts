import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { requireFeature } from '#api/middleware/require-feature.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { aliasSettingsResponseSchema, changeAliasSettingsSchema } from '#contract/aliases.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { changeAliasSettings, getAliasSettings } from '#core/aliases/change-alias-settings.ts';

const path = '/api/aliases/{id}/settings';
const params = z.object({ id: z.uuid() });

function getRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'get',
    path,
    middleware: access,
    request: { params },
    responses: {
      ...errorAnswers('not_signed_in', 'api_key_invalid', 'not_found'),
      ...jsonAnswer(200, aliasSettingsResponseSchema, 'How mail of an alias is handled'),
    },
  });
}

function changeRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'patch',
    path,
    middleware: access,
    request: { params, body: jsonInput(changeAliasSettingsSchema) },
    responses: {
      ...errorAnswers('invalid_input', 'not_signed_in', 'api_key_invalid', 'not_found', 'rate_limited'),
      ...jsonAnswer(200, aliasSettingsResponseSchema, 'The settings with their changes; what is left out stays'),
    },
  });
}

export function aliasSettingsRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  const access = [sessions.requireUserOrKey, requireFeature(core, 'transparent')];
  app.openapi(getRoute(access), async (c) => {
    const own = { aliasId: c.req.valid('param').id, userId: c.get('user').id };
    return c.json({ settings: await getAliasSettings(core, own) }, 200);
  });

  app.openapi(changeRoute(access), async (c) => {
    const own = { aliasId: c.req.valid('param').id, userId: c.get('user').id };
    return c.json({ settings: await changeAliasSettings(core, own, c.req.valid('json')) }, 200);
  });
}
