import { route } from '#api/route.ts';
import { loginSchema, registerSchema, sessionResponseSchema, userResponseSchema } from '#contract/sign-in.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { endSession } from '#core/sign-in/sessions.ts';
import { registerAccount } from '#core/sign-in/register-account.ts';
import { signInWithPassword } from '#core/sign-in/sign-in-with-password.ts';
import { answers } from '#messages/answers.ts';

/** Registration, sign-in and sign-out. */
export const signInRoutes = [
  route(
    'GET /api/auth/session',
    { access: 'public', answer: sessionResponseSchema, description: 'Who is signed in; null for nobody' },
    async ({ sessions, c }) => ({ user: await sessions.currentUser(c) }),
  ),

  route(
    'POST /api/auth/register',
    {
      access: 'public',
      input: registerSchema,
      errors: ['email_taken', 'rate_limited', 'unavailable'],
      status: 201,
      answer: userResponseSchema,
      description: 'The new account, signed in',
    },
    async ({ core, sessions, c, input }) => {
      const { user, token } = await registerAccount(core, input, sessions.originOf(c));
      sessions.begin(c, token);
      return { user };
    },
  ),

  route(
    'POST /api/auth/login',
    {
      access: 'public',
      input: loginSchema,
      errors: ['wrong_credentials', 'second_factor_required', 'wrong_code', 'rate_limited', 'unavailable'],
      answer: userResponseSchema,
      description: 'The account, signed in',
    },
    async ({ core, sessions, c, input }) => {
      const { user, token } = await signInWithPassword(core, input, sessions.originOf(c));
      sessions.begin(c, token);
      return { user };
    },
  ),

  route(
    'POST /api/auth/logout',
    {
      access: 'public',
      answer: messageResponseSchema,
      description: 'Signed out, also when nobody was signed in',
    },
    async ({ core, sessions, c }) => {
      const token = sessions.token(c);
      if (token !== null) await endSession(core, token);
      sessions.end(c);
      return { message: answers.signedOut };
    },
  ),
];
