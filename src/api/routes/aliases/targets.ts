import { route } from '#api/route.ts';
import {
  changeTargetResponseSchema,
  changeTargetSchema,
  replacedInboxResponseSchema,
  replaceInboxSchema,
  linkTokenSchema,
  removeTargetResponseSchema,
  setTargetKeyResponseSchema,
  setTargetKeySchema,
  targetLinkResponseSchema,
  targetsResponseSchema,
} from '#contract/targets.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { keepInbox, replaceInbox } from '#core/aliases/clients/replace-inbox.ts';
import { getAliases } from '#core/aliases/read-aliases.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { removeTargetKey, setTargetKey } from '#core/targets/change-key.ts';
import { changeTarget } from '#core/targets/change-target.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import { getAccountTarget, listTargets } from '#core/targets/target-views.ts';
import { readOneTimeLink } from '#core/confirmation/one-time-links.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { repeatConfirmation } from '#core/confirmation/request-confirmation.ts';
import { answers } from '#messages/server/answers.ts';

export const targetRoutes = [
  route(
    'GET /api/targets',
    {
      access: 'key',
      scope: 'aliases',
      answer: targetsResponseSchema,
      description: 'The targets of the account, oldest first',
    },
    async ({ core, user }) => ({ targets: await listTargets(core, user.id) }),
  ),

  route(
    'POST /api/targets/{id}/confirmation',
    {
      access: 'key',
      scope: 'aliases',
      errors: ['target_answered', 'unavailable'],
      answer: messageResponseSchema,
      description: 'Its owner was asked once more',
    },
    async ({ core, user, ip, params }) => {
      await repeatConfirmation(core, { targetId: params.id, userId: user.id, ip });
      return { message: answers.confirmationSent };
    },
  ),

  route(
    'PATCH /api/targets/{id}',
    {
      access: 'key',
      scope: 'aliases',
      input: changeTargetSchema,
      answer: changeTargetResponseSchema,
      description: 'The changed target',
    },
    async ({ core, user, params, input }) => {
      const own = { targetId: params.id, userId: user.id };
      await changeTarget(core, own, input);
      return { message: answers.targetChanged, target: await getAccountTarget(core, own) };
    },
  ),

  route(
    'PUT /api/targets/{id}/address',
    {
      access: 'key',
      scope: 'aliases',
      input: replaceInboxSchema,
      errors: ['too_many_targets', 'confirm_identity'],
      answer: replacedInboxResponseSchema,
      description: 'The targets of the account; the new one takes the place of this inbox once its owner agrees',
    },
    async ({ core, user, ip, proven, params, input }) => {
      await replaceInbox(core, { targetId: params.id, userId: user.id, ip, proven }, input.address);
      return { message: answers.inboxAsked, targets: await listTargets(core, user.id) };
    },
  ),

  route(
    'DELETE /api/targets/{id}/address',
    {
      access: 'key',
      scope: 'aliases',
      answer: replacedInboxResponseSchema,
      description: 'The inbox keeps its address, also when it was to have no other one',
    },
    async ({ core, user, params }) => {
      await keepInbox(core, { targetId: params.id, userId: user.id });
      return { message: answers.inboxKept, targets: await listTargets(core, user.id) };
    },
  ),

  route(
    'PUT /api/targets/{id}/key',
    {
      access: 'key',
      scope: 'aliases',
      input: setTargetKeySchema,
      answer: setTargetKeyResponseSchema,
      description: 'The key by which mail to this inbox is encrypted from now on; in a dry run, the one that was read',
    },
    async ({ core, user, params, input }) => {
      const own = { targetId: params.id, userId: user.id };
      const { key, selfSigned, text } = await setTargetKey(core, own, input, (db, kind) =>
        recordSecurityEvent(db, core, user.id, { kind }),
      );
      const message = input.dryRun === true ? answers.keyRead : answers.keyStored;
      return { message, key: { ...key, selfSigned, text }, target: await getAccountTarget(core, own) };
    },
  ),

  route(
    'DELETE /api/targets/{id}/key',
    {
      access: 'key',
      scope: 'aliases',
      answer: changeTargetResponseSchema,
      description: 'Mail to this inbox is encrypted no more',
    },
    async ({ core, user, params }) => {
      const own = { targetId: params.id, userId: user.id };
      await removeTargetKey(core, own, (db) => recordSecurityEvent(db, core, user.id, { kind: 'inbox_key_removed' }));
      return { message: answers.keyRemoved, target: await getAccountTarget(core, own) };
    },
  ),

  route(
    'DELETE /api/targets/{id}',
    {
      access: 'key',
      scope: 'aliases',
      errors: ['target_in_use', 'confirm_identity'],
      answer: removeTargetResponseSchema,
      description: 'Taken away from these aliases, which are all that had it',
    },
    async ({ core, user, proven, params }) => {
      const event = { kind: 'inbox_removed', targetId: params.id } as const;
      const { aliasIds, undo } = await removeTarget(core, params.id, user.id, {
        proven,
        tell: (db) => recordSecurityEvent(db, core, user.id, event),
      });
      return { message: answers.targetRemoved, aliases: await getAliases(core, aliasIds, user.id), undo };
    },
  ),
];

/** What a mailed link opens: whoever has it answers for the inbox that it came to. */
export const targetLinkRoutes = [
  route(
    'POST /api/targets/link',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: targetLinkResponseSchema,
      description: 'What the mailed link is about',
    },
    async ({ core, input }) => ({ link: await readOneTimeLink(core, input.token) }),
  ),

  route(
    'POST /api/targets/confirm',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: messageResponseSchema,
      description: 'Confirmed',
    },
    async ({ core, sessions, c, input }) => {
      const user = await sessions.currentUser(c);
      await confirmTarget(core, input.token, user?.id ?? null);
      return { message: answers.targetConfirmed };
    },
  ),

  route(
    'POST /api/targets/stop',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: messageResponseSchema,
      description: 'Stopped for every account',
    },
    async ({ core, input }) => {
      await stopTarget(core, input.token);
      return { message: answers.targetStopped };
    },
  ),
];
