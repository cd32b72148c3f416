import { route } from '#api/route.ts';
import {
  accountResponseSchema,
  type ChangeAccount,
  changeAccountResponseSchema,
  changeAccountSchema,
  defaultTargetSchema,
  profileInputSchema,
  sessionsResponseSchema,
} from '#contract/account.ts';
import { AppError } from '#contract/errors.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { changeHolding } from '#core/held/held-mail.ts';
import { getAccount, setBinDays } from '#core/accounts/account.ts';
import { leaveAccount, restoreAccount } from '#core/accounts/leave-account.ts';
import { saveProfile } from '#core/accounts/profile.ts';
import { endListedSession, endOtherSessions, isConfirmed, listSessions } from '#core/sign-in/sessions.ts';
import { setCountMail } from '#core/stats/alias-counts.ts';
import { setDefaultTarget } from '#core/targets/default-target.ts';
import { answers } from '#messages/server/answers.ts';

export const sessionRoutes = [
  route(
    'GET /api/account/sessions',
    {
      access: 'session',
      answer: sessionsResponseSchema,
      description: 'Where the account is signed in, latest use first',
    },
    async ({ core, user, session }) => ({ sessions: await listSessions(core, user.id, session.id) }),
  ),

  route(
    'DELETE /api/account/sessions/{id}',
    { access: 'session', whileWaiting: true, answer: messageResponseSchema, description: 'Ended' },
    async ({ core, sessions, c, user, session, params: { id } }) => {
      await endListedSession(core, user.id, id);
      if (id === session.id) sessions.end(c);
      return { message: answers.sessionEnded };
    },
  ),

  route(
    'DELETE /api/account/sessions',
    { access: 'session', whileWaiting: true, answer: messageResponseSchema, description: 'All but this one ended' },
    async ({ core, user, session }) => {
      await endOtherSessions(core, user.id, session.id);
      return { message: answers.otherSessionsEnded };
    },
  ),
];

/** What was changed, in words: of several changes the first. */
function tellChange({ binDays, countMail, holdDays, heldDigest }: ChangeAccount): string {
  if (binDays !== undefined) return answers.binSaved(binDays);
  if (countMail !== undefined) return answers.countsSaved(countMail);
  if (holdDays !== undefined) return answers.holdingSaved(holdDays);
  return heldDigest === undefined ? answers.unchanged : answers.digestSaved(heldDigest);
}

/** The account itself: `signInRoutes` are about getting in. */
export const accountRoutes = [
  route(
    'GET /api/account',
    { access: 'session', answer: accountResponseSchema, description: 'The account that is signed in' },
    async ({ core, user }) => ({ account: await getAccount(core, user) }),
  ),

  route(
    'PATCH /api/account',
    {
      access: 'session',
      errors: ['confirm_identity', 'provider_refused'],
      input: changeAccountSchema,
      answer: changeAccountResponseSchema,
      description: 'The account with its changes; what is left out stays',
    },
    async ({ core, user, session, input: { binDays, countMail, ...holding } }) => {
      // Without a bin, what a stranger deletes in a session left open would be gone.
      if (binDays !== undefined && !isConfirmed(core, session)) throw new AppError('confirm_identity');
      if (binDays !== undefined) await setBinDays(core, user.id, binDays);
      if (countMail !== undefined) await setCountMail(core, user.id, countMail);
      await changeHolding(core, user.id, holding);
      return { message: tellChange({ binDays, countMail, ...holding }), account: await getAccount(core, user) };
    },
  ),

  route(
    'PUT /api/account/default-target',
    {
      access: 'session',
      input: defaultTargetSchema,
      errors: ['not_found'],
      answer: messageResponseSchema,
      description: 'Serves new aliases that name no target',
    },
    async ({ core, user, input }) => {
      await setDefaultTarget(core, user.id, input.targetId);
      return { message: answers.defaultTargetSaved };
    },
  ),

  route(
    'PUT /api/account/profile',
    {
      access: 'session',
      input: profileInputSchema,
      answer: messageResponseSchema,
      description: 'The profile as it is from now; what is null is empty',
    },
    async ({ core, user, input }) => {
      await saveProfile(core, user.id, input);
      return { message: answers.profileSaved };
    },
  ),

  route(
    'DELETE /api/account',
    {
      access: 'confirmed',
      whileWaiting: true,
      answer: messageResponseSchema,
      description: 'Signed out; erased with everything in it after seven days, unless its owner comes back',
    },
    async ({ core, sessions, c, user }) => {
      await leaveAccount(core, user.id);
      sessions.end(c);
      return { message: answers.accountDeleted };
    },
  ),

  route(
    'POST /api/account/restore',
    {
      access: 'session-leaving',
      errors: ['account_suspended'],
      answer: messageResponseSchema,
      description: 'Everything is as it was before the account was deleted; also when it was not',
    },
    async ({ core, user }) => {
      await restoreAccount(core, user.id);
      return { message: answers.accountRestored };
    },
  ),
];
