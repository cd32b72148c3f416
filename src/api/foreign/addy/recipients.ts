import { z } from '@hono/zod-openapi';
import { foreign } from '#api/foreign/foreign-errors.ts';
import { refuseText } from '#api/foreign/addy/refuse.ts';
import { recipientOf, recipientSchema, type Recipient } from '#api/foreign/addy/resources.ts';
import { route } from '#api/route.ts';
import { AppError } from '#contract/errors.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { limits } from '#contract/limits.ts';
import { addInbox } from '#core/aliases/clients/add-inbox.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { listInboxes } from '#core/targets/target-views.ts';
import { repeatConfirmation } from '#core/confirmation/request-confirmation.ts';
import { answers } from '#messages/server/answers.ts';
import { clientTexts } from '#messages/server/clients.ts';
import { foreignFaults } from '#messages/faults.ts';

const querySchema = z.object({
  'filter[verified]': z.enum(['', 'true', 'false', '1', '0'], { error: foreignFaults.flag }).optional(),
});

export const recipientAnswerSchema = z.object({ data: recipientSchema });

/** An inbox of whoever holds the key, in the words of addy.io. @throws AppError not_found, for a webhook too. */
export async function showRecipient(
  core: AccountContext,
  targetId: string,
  userId: string,
): Promise<{ data: Recipient }> {
  const inbox = (await listInboxes(core, userId)).find(({ id }) => id === targetId);
  if (inbox === undefined) throw new AppError('not_found');
  return { data: recipientOf(core.provider, inbox, userId) };
}

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
    { ...foreign, access: 'key-only', scope: 'aliases', answer: recipientAnswerSchema, description: 'One inbox' },
    ({ core, user, params }) => showRecipient(core, params.id, user.id),
  ),

  route(
    'POST /api/v1/recipients',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      input: z.object({ email: z.string().max(limits.emailMaxOctets) }),
      errors: ['malformed_json', 'too_many_targets'],
      status: 201,
      answer: recipientAnswerSchema,
      description: 'The new inbox, which is asked to confirm itself',
    },
    async ({ core, user, ip, input }) =>
      showRecipient(core, await addInbox(core, { userId: user.id, ip }, input.email), user.id),
  ),

  route(
    'PATCH /api/v1/recipients/{id}',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      input: z.object({ description: z.string().nullish() }),
      errors: ['malformed_json'],
      answer: recipientAnswerSchema,
      description: 'The inbox as it is: none has a description',
    },
    async ({ core, user, params, input: { description } }) => {
      const shown = await showRecipient(core, params.id, user.id);
      refuseText('description', description, clientTexts.inboxText);
      return shown;
    },
  ),

  route(
    'DELETE /api/v1/recipients/{id}',
    {
      ...foreign,
      access: 'key-only',
      scope: 'aliases',
      errors: ['target_in_use', 'confirm_identity'],
      status: 204,
      description: 'Taken away from all aliases',
    },
    async ({ core, user, proven, params }) => {
      await showRecipient(core, params.id, user.id);
      const event = { kind: 'inbox_removed', targetId: params.id } as const;
      await removeTarget(core, params.id, user.id, {
        proven,
        tell: (db) => recordSecurityEvent(db, core, user.id, event),
      });
      return null;
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
