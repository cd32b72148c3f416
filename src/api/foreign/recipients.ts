import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { recipientOf, recipientSchema } from '#api/foreign/resources.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { listInboxes } from '#core/targets/target-views.ts';
import { repeatConfirmation } from '#core/confirmation/request-confirmation.ts';
import { answers } from '#messages/server/answers.ts';
import { foreignFaults } from '#messages/faults.ts';

const querySchema = z.object({
  'filter[verified]': z.enum(['', 'true', 'false', '1', '0'], { error: foreignFaults.flag }).optional(),
});

/** Inboxes, for clients of addy.io. */
export const recipientRoutes = [
  route(
    'GET /api/v1/recipients',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      query: querySchema,
      answer: z.object({ data: z.array(recipientSchema) }),
      description: 'The inboxes of the account',
    },
    async ({ core, user, query }) => {
      const verified = query['filter[verified]'];
      const inboxes = await listInboxes(core, user.id);
      const wanted = verified
        ? inboxes.filter(({ state }) => (state === 'confirmed') === (verified === 'true' || verified === '1'))
        : inboxes;
      return { data: wanted.map((inbox) => recipientOf(core.provider, inbox, user.id)) };
    },
  ),

  route(
    'GET /api/v1/recipients/{id}',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      answer: z.object({ data: recipientSchema }),
      description: 'One inbox',
    },
    async ({ core, user, params }) => {
      const inbox = (await listInboxes(core, user.id)).find(({ id }) => id === params.id);
      if (inbox === undefined) throw new AppError('not_found');
      return { data: recipientOf(core.provider, inbox, user.id) };
    },
  ),

  route(
    'POST /api/v1/recipients/email/resend',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      input: z.object({ recipient_id: z.uuid() }),
      errors: ['malformed_json', 'not_found', 'target_answered'],
      answer: messageResponseSchema,
      description: 'Its owner was asked once more',
    },
    async ({ core, user, ip, input }) => {
      await repeatConfirmation(core, { targetId: input.recipient_id, userId: user.id, ip });
      return { message: answers.confirmationSent };
    },
  ),
];
