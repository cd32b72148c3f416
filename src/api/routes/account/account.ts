import { route } from '#api/route.ts';
import {
  type Account,
  accountResponseSchema,
  type ChangeAccount,
  changeAccountResponseSchema,
  changeAccountSchema,
  defaultTargetSchema,
  keyAccountResponseSchema,
  type KeyAccountResponse,
  profileInputSchema,
  sessionsResponseSchema,
} from '#contract/account.ts';
import { AppError } from '#contract/errors.ts';
import { firstStepsResponseSchema } from '#contract/account/first-steps.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { ApiKeyHolder } from '#core/api-keys/api-keys.ts';
import { saveAccountChoices } from '#core/domains/account-choices.ts';
import { setLanguage } from '#core/account-language.ts';
import { changeHolding } from '#core/held/held-mail.ts';
import { getAccount, setBinDays } from '#core/accounts/account.ts';
import { readFirstSteps } from '#core/accounts/first-steps.ts';
import { leaveAccount, restoreAccount } from '#core/accounts/leave-account.ts';
import { saveProfile } from '#core/accounts/profile.ts';
import { endListedSession, endOtherSessions, isConfirmed, listSessions } from '#core/sign-in/sessions.ts';
import { setCountMail } from '#core/stats/alias-counts.ts';
import { setDefaultTarget } from '#core/accounts/choose-default-target.ts';
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
function tellChange({ binDays, countMail, holdDays, heldDigest, language, ...choices }: ChangeAccount): string {
  if (binDays !== undefined) return answers.binSaved(binDays);
  if (countMail !== undefined) return answers.countsSaved(countMail);
  if (holdDays !== undefined) return answers.holdingSaved(holdDays);
  if (heldDigest !== undefined) return answers.digestSaved(heldDigest);
  if (language !== undefined) return answers.languageSaved;
  return Object.values(choices).some((choice) => choice !== undefined) ? answers.choiceSaved : answers.unchanged;
}

/** As a key sees its account. */
function tellKey(account: Account, { keyId, name, scope, createdAt, expiresAt }: ApiKeyHolder): KeyAccountResponse {
  return keyAccountResponseSchema.parse({
    account,
    apiKey: {
      id: keyId,
      name,
      scope,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    },
  });
}

/** The account itself: `signInRoutes` are about getting in. */
export const accountRoutes = [
  route(
    'GET /api/account',
    {
      access: 'key',
      scope: 'create',
      answer: accountResponseSchema,
      keyAnswer: keyAccountResponseSchema,
      description: 'The account that is signed in; to an API key what it is for, and what it opens',
    },
    async ({ core, c, user, apiKey }) => {
      const account = await getAccount(core, user);
      return apiKey === undefined ? { account } : c.json(tellKey(account, apiKey));
    },
  ),

  route(
    'GET /api/account/first-steps',
    {
      access: 'session',
      answer: firstStepsResponseSchema,
      description: 'How far a new account is, and which of its inboxes have not agreed yet',
    },
    async ({ core, user }) => ({ firstSteps: await readFirstSteps(core, user.id) }),
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
    async ({ core, user, session, input: { binDays, countMail, language, holdDays, heldDigest, ...choices } }) => {
      // Without a bin, what a stranger deletes in a session left open would be gone.
      if (binDays !== undefined && !isConfirmed(core, session)) throw new AppError('confirm_identity');
      if (binDays !== undefined) await setBinDays(core, user.id, binDays);
      if (countMail !== undefined) await setCountMail(core, user.id, countMail);
      if (language !== undefined) await setLanguage(core.database.db, user.id, language);
      await changeHolding(core, user.id, { holdDays, heldDigest });
      await saveAccountChoices(core, user.id, choices);
      return {
        message: tellChange({ binDays, countMail, language, holdDays, heldDigest, ...choices }),
        account: await getAccount(core, user),
      };
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
