import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { foreignErrorAnswers, foreignTags, keyRefusals, requireKey } from '#api/foreign/foreign-answers.ts';
import { recipientOf, recipientSchema } from '#api/foreign/resources.ts';
import { jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress } from '#api/middleware/session.ts';
import { AppError } from '#contract/errors.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { listInboxes } from '#core/targets/target-views.ts';
import { repeatConfirmation } from '#core/confirmation/request-confirmation.ts';
import { answers } from '#messages/answers.ts';
import { foreignFaults } from '#messages/faults.ts';

const path = '/api/v1/recipients';

const querySchema = z.object({
  'filter[verified]': z.enum(['', 'true', 'false', '1', '0'], { error: foreignFaults.flag }).optional(),
});

function listRoute(core: AccountContext) {
  return createRoute({
    method: 'get',
    path,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { query: querySchema },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'invalid_input'),
      ...jsonAnswer(200, z.object({ data: z.array(recipientSchema) }), 'The inboxes of the account'),
    },
  });
}

function getRoute(core: AccountContext) {
  return createRoute({
    method: 'get',
    path: `${path}/{id}`,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { params: z.object({ id: z.uuid() }) },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'not_found'),
      ...jsonAnswer(200, z.object({ data: recipientSchema }), 'One inbox'),
    },
  });
}

function resendRoute(core: AccountContext) {
  return createRoute({
    method: 'post',
    path: `${path}/email/resend`,
    tags: foreignTags,
    middleware: [requireKey(core)],
    request: { body: jsonInput(z.object({ recipient_id: z.uuid() })) },
    responses: {
      ...foreignErrorAnswers(...keyRefusals, 'malformed_json', 'invalid_input', 'not_found', 'target_answered'),
      ...jsonAnswer(200, messageResponseSchema, 'Its owner was asked once more'),
    },
  });
}

/** Inboxes, for clients of addy.io. */
export function addyRecipientRoutes(app: OpenAPIHono, core: AccountContext): void {
  app.openapi(listRoute(core), async (c) => {
    const { id: userId } = c.get('user');
    const verified = c.req.valid('query')['filter[verified]'];
    const inboxes = await listInboxes(core, userId);
    const wanted = verified
      ? inboxes.filter(({ confirmedAt }) => (confirmedAt !== null) === (verified === 'true' || verified === '1'))
      : inboxes;
    return c.json({ data: wanted.map((inbox) => recipientOf(core.provider, inbox, userId)) }, 200);
  });

  app.openapi(getRoute(core), async (c) => {
    const { id: userId } = c.get('user');
    const { id } = c.req.valid('param');
    const inbox = (await listInboxes(core, userId)).find((own) => own.id === id);
    if (inbox === undefined) throw new AppError('not_found');
    return c.json({ data: recipientOf(core.provider, inbox, userId) }, 200);
  });

  app.openapi(resendRoute(core), async (c) => {
    const { recipient_id: targetId } = c.req.valid('json');
    await repeatConfirmation(core, { targetId, userId: c.get('user').id, ip: clientAddress(c) });
    return c.json({ message: answers.confirmationSent }, 200);
  });
}
