import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { requireFeature } from '#api/middleware/require-feature.ts';
import type { Sessions } from '#api/middleware/session.ts';
import {
  blockContactSchema,
  changeContactResponseSchema,
  contactInputSchema,
  contactResponseSchema,
} from '#contract/aliases.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { blockContact } from '#core/contacts/block-contact.ts';
import { createContact } from '#core/contacts/create-contact.ts';
import { answers } from '#messages/answers.ts';

const path = '/api/aliases/{id}/contacts';
const params = z.object({ id: z.uuid() });
const refusals = errorAnswers('invalid_input', 'not_signed_in', 'api_key_invalid', 'not_found', 'rate_limited');

function createContactRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'post',
    path,
    middleware: access,
    request: { params, body: jsonInput(contactInputSchema) },
    responses: {
      ...refusals,
      ...jsonAnswer(201, contactResponseSchema, 'Where to write to a correspondent as the alias'),
    },
  });
}

function blockContactRoute(access: MiddlewareHandler[]) {
  return createRoute({
    method: 'patch',
    path,
    middleware: access,
    request: { params, body: jsonInput(blockContactSchema) },
    responses: {
      ...refusals,
      ...jsonAnswer(200, changeContactResponseSchema, 'Mail of the correspondent is dropped, or no longer'),
    },
  });
}

export function contactRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  const access = [sessions.requireUserOrKey, requireFeature(core, 'contacts')];
  app.openapi(createContactRoute(access), async (c) => {
    const { address } = c.req.valid('json');
    const { id: aliasId } = c.req.valid('param');
    return c.json({ contact: await createContact(core, { aliasId, userId: c.get('user').id, address }) }, 201);
  });

  app.openapi(blockContactRoute(access), async (c) => {
    const { address, blocked } = c.req.valid('json');
    const { id: aliasId } = c.req.valid('param');
    const contact = await blockContact(core, { aliasId, userId: c.get('user').id, address }, blocked);
    return c.json({ message: answers.contactBlocked(blocked), contact }, 200);
  });
}
