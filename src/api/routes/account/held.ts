import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { heldResponseSchema, releaseHeldSchema } from '#contract/held/held.ts';
import {
  senderRuleInputSchema,
  senderRuleResponseSchema,
  senderRulesResponseSchema,
} from '#contract/held/sender-rules.ts';
import { deleteHeld, readHolding } from '#core/held/held-mail.ts';
import { readRefusals } from '#core/held/refusals.ts';
import { addSenderRule, listSenderRules, removeSenderRule } from '#core/sender-rules/sender-rules.ts';
import { answers } from '#messages/server/answers.ts';

/** Mail that would be refused, and what its owner says about senders. */
export const heldRoutes = [
  route(
    'GET /api/held',
    {
      access: 'key',
      scope: 'aliases',
      feature: 'held',
      answer: heldResponseSchema,
      description: 'Held mail, newest first',
      heavy: true,
    },
    async ({ core, user }) => ({
      held: await core.held.list(user.id),
      ...(await readHolding(core, user.id)),
      refusals: await readRefusals(core, user.id),
    }),
  ),

  route(
    'POST /api/held/{id}/release',
    {
      access: 'session',
      feature: 'held',
      input: releaseHeldSchema,
      errors: ['held_alias_off', 'held_no_key', 'held_no_room', 'too_many_sender_rules'],
      answer: messageResponseSchema,
      description: 'Forwarded as if it had been taken; its sender is let through from now on, if wished',
    },
    async ({ core, user, params: { id }, input }) => {
      await core.held.release({ userId: user.id, id }, input);
      return { message: answers.heldReleased(input.allow === true) };
    },
  ),

  route(
    'DELETE /api/held/{id}',
    {
      access: 'session',
      feature: 'held',
      answer: messageResponseSchema,
      description: 'Erased; its sender hears nothing',
    },
    async ({ core, user, params: { id } }) => {
      await deleteHeld(core, { userId: user.id, id });
      return { message: answers.heldDeleted };
    },
  ),
];

export const senderRuleRoutes = [
  route(
    'GET /api/sender-rules',
    {
      access: 'session',
      feature: 'held',
      answer: senderRulesResponseSchema,
      description: 'Whom the account and its aliases block, allow or hold',
    },
    async ({ core, user }) => ({ senderRules: await listSenderRules(core, user.id) }),
  ),

  route(
    'POST /api/sender-rules',
    {
      access: 'session',
      feature: 'held',
      input: senderRuleInputSchema,
      status: 201,
      errors: ['holding_off', 'too_many_sender_rules'],
      answer: senderRuleResponseSchema,
      description: 'The rule; one about the same sender in the same place is changed',
    },
    async ({ core, user, input }) => {
      const senderRule = await addSenderRule(core, user.id, input);
      return { message: answers.senderRuleSaved, senderRule };
    },
  ),

  route(
    'DELETE /api/sender-rules/{id}',
    { access: 'session', feature: 'held', answer: messageResponseSchema, description: 'Deleted' },
    async ({ core, user, params: { id } }) => {
      await removeSenderRule(core, user.id, id);
      return { message: answers.senderRuleDeleted };
    },
  ),
];
