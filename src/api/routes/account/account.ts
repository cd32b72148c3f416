import { route } from '#api/route.ts';
import { accountResponseSchema, defaultTargetSchema } from '#contract/account.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { deleteAccount } from '#core/accounts/delete-account.ts';
import { getAccount } from '#core/accounts/get-account.ts';
import { setDefaultTarget } from '#core/targets/default-target.ts';
import { answers } from '#messages/server/answers.ts';

/** The account itself: `signInRoutes` are about getting in. */
export const accountRoutes = [
  route(
    'GET /api/account',
    { access: 'session', answer: accountResponseSchema, description: 'The account that is signed in' },
    async ({ core, user }) => ({ account: await getAccount(core, user) }),
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
    'DELETE /api/account',
    { access: 'session', answer: messageResponseSchema, description: 'Deleted for good, with everything in it' },
    async ({ core, sessions, c, user }) => {
      await deleteAccount(core, user.id);
      sessions.end(c);
      return { message: answers.accountDeleted };
    },
  ),
];
