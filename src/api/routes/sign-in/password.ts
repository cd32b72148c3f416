import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { changePasswordSchema, forgotPasswordSchema, resetPasswordSchema } from '#contract/sign-in.ts';
import { changePassword } from '#core/sign-in/change-password.ts';
import { requestPasswordReset } from '#core/sign-in/reset-password.ts';
import { resetPassword } from '#core/sign-in/reset-password.ts';
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
