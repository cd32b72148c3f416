import { isFromProgram } from '#api/middleware/from-program.ts';
import { route } from '#api/route.ts';
import { admissionErrors } from '#api/routes/sign-in/invitation.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { programsResponseSchema } from '#contract/account.ts';
import {
  loginSchema,
  registeredResponseSchema,
  registerSchema,
  sessionResponseSchema,
  userResponseSchema,
  changePasswordSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
} from '#contract/sign-in.ts';
import { linkTokenSchema } from '#contract/targets.ts';
import { changePassword, listResetPrograms, requestPasswordReset, resetPassword } from '#core/sign-in/passwords.ts';
import { registerAccount } from '#core/sign-in/register-account.ts';
import { endSession } from '#core/sign-in/sessions.ts';
import { signInWithPassword } from '#core/sign-in/sign-in-with-password.ts';
import { clientTexts } from '#messages/server/clients.ts';
import { answers } from '#messages/server/answers.ts';

export const passwordRoutes = [
  route(
    'POST /api/auth/password/forgot',
    {
      access: 'public',
      input: forgotPasswordSchema,
      errors: ['rate_limited'],
      answer: messageResponseSchema,
      description: 'The same for every address',
    },
    async ({ core, ip, input }) => {
      await core.limiter.take('passwordResetPerNetwork', { ip });
      // Not awaited: how long it takes would tell whether the address has an account.
      requestPasswordReset(core, input.email).catch((error: unknown) =>
        core.log.error('password_reset_mail_failed', error),
      );
      return { message: answers.resetLinkSent };
    },
  ),

  route(
    'POST /api/auth/password/programs',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: programsResponseSchema,
      description: 'The API keys and SMTP credentials that a reset by this link ends unless they are kept',
    },
    async ({ core, input }) => ({ programs: await listResetPrograms(core, input.token) }),
  ),

  route(
    'POST /api/auth/password/reset',
    {
      access: 'public',
      input: resetPasswordSchema,
      errors: ['link_unusable', 'unavailable'],
      answer: messageResponseSchema,
      description: 'Changed; every session has ended',
    },
    async ({ core, input }) => {
      await resetPassword(core, input);
      return { message: answers.passwordReset };
    },
  ),

  route(
    'POST /api/auth/password/change',
    {
      access: 'session',
      input: changePasswordSchema,
      errors: ['password_missing', 'rate_limited', 'unavailable'],
      answer: messageResponseSchema,
      description: 'Changed; every other session has ended',
    },
    async ({ core, sessions, c, held, input }) => {
      sessions.begin(c, await changePassword(core, held, input));
      return { message: answers.passwordChanged };
    },
  ),
];

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
      errors: ['email_taken', ...admissionErrors, 'rate_limited', 'unavailable'],
      status: 201,
      answer: registeredResponseSchema,
      description: 'The new account, signed in; its mail has a code beside the link where a program asks',
    },
    async ({ core, sessions, c, input }) => {
      const byApp = isFromProgram(c);
      const { user, token } = await registerAccount(core, input, { ...sessions.originOf(c), byApp });
      sessions.begin(c, token);
      return { user, ...(byApp && { msg: clientTexts.codeSent }) };
    },
  ),

  route(
    'POST /api/auth/login',
    {
      access: 'public',
      input: loginSchema,
      errors: [
        'wrong_credentials',
        'second_factor_required',
        'passkey_required',
        'wrong_code',
        'second_factor_locked',
        'account_locked',
        'rate_limited',
        'unavailable',
      ],
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
