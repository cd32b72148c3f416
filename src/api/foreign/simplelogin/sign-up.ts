import { z } from '@hono/zod-openapi';
import { simpleLogin } from '#api/foreign/foreign-errors.ts';
import { route } from '#api/route.ts';
import { limits } from '#contract/limits.ts';
import { confirmByCode, repeatCode } from '#core/confirmation/account-codes.ts';
import { requestPasswordReset } from '#core/sign-in/passwords.ts';
import { answers } from '#messages/server/answers.ts';
import { clientTexts } from '#messages/server/clients.ts';

const emailSchema = z.object({ email: z.string().max(limits.emailMaxOctets) });
const messageSchema = z.object({ msg: z.string() });

/** What the apps of SimpleLogin call before anybody is signed in, beside the sign-in, and at its end. */
export const simpleLoginSignUpRoutes = [
  route(
    'POST /api/auth/forgot_password',
    {
      ...simpleLogin,
      access: 'public',
      input: emailSchema,
      errors: ['malformed_json', 'rate_limited'],
      answer: z.object({ ok: z.literal(true) }),
      description: 'The same for every address',
    },
    async ({ core, ip, input }) => {
      await core.limiter.take('passwordResetPerNetwork', { ip });
      // Not awaited: how long it takes would tell whether the address has an account.
      requestPasswordReset(core, input.email).catch((error: unknown) =>
        core.log.error('password_reset_mail_failed', error),
      );
      return { ok: true as const };
    },
  ),

  route(
    'POST /api/auth/activate',
    {
      ...simpleLogin,
      access: 'public',
      input: emailSchema.extend({ code: z.string().max(limits.emailMaxOctets) }),
      errors: ['malformed_json', 'wrong_code', 'code_over', 'rate_limited'],
      answer: messageSchema,
      description: 'Confirmed by the code that its mail holds, for half an hour: an account that a program opened',
    },
    async ({ core, ip, input: { email, code } }) => {
      await confirmByCode(core, { email, code, ip });
      return { msg: clientTexts.accountConfirmed };
    },
  ),

  route(
    'POST /api/auth/reactivate',
    {
      ...simpleLogin,
      access: 'public',
      input: emailSchema,
      errors: ['malformed_json', 'rate_limited'],
      answer: messageSchema,
      description: 'Another code, for an account that is not confirmed; the same answer for every address',
    },
    async ({ core, ip, input: { email } }) => {
      await repeatCode(core, { email, ip });
      return { msg: clientTexts.codeSent };
    },
  ),

  route(
    'GET /api/logout',
    {
      ...simpleLogin,
      access: 'key-only',
      scope: 'create',
      answer: messageSchema,
      description: 'The key stays: its owner revokes it on the website',
    },
    () => ({ msg: answers.signedOut }),
  ),
];
