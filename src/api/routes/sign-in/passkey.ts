import { createBrowserCookie, type BrowserCookie } from '#api/middleware/browser-cookie.ts';
import { route } from '#api/route.ts';
import { admissionErrors } from '#api/routes/sign-in/invitation.ts';
import { AppError } from '#contract/errors.ts';
import {
  passkeyOptionsResponseSchema,
  passkeyOptionsSchema,
  passkeyProofSchema,
  passkeyRegistrationSchema,
} from '#contract/account/passkeys.ts';
import { passkeyAccountSchema, secondFactorInputSchema, userResponseSchema } from '#contract/sign-in.ts';
import { requireAdmission } from '#core/registration/admit-account.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { challengeLifeMs } from '#core/sign-in/challenges/browser-challenge.ts';
import { createCreationOptions, createRequestOptions } from '#core/sign-in/passkeys/passkey-options.ts';
import {
  registerWithPasskey,
  signInWithPasskey,
  signInWithRecoveryCode,
} from '#core/sign-in/passkeys/passkey-sign-in.ts';

/** The cookie that binds a challenge to the browser that asked for it. */
export function passkeyCookie({ settings }: AccountContext): BrowserCookie {
  return createBrowserCookie(settings.publicUrl, { name: 'kauke_passkey', lifeMs: challengeLifeMs });
}

export const passkeyRoutes = [
  route(
    'POST /api/auth/passkey/options',
    {
      access: 'public',
      input: passkeyOptionsSchema,
      errors: ['not_signed_in', ...admissionErrors, 'rate_limited'],
      answer: passkeyOptionsResponseSchema,
      description: 'What a passkey must sign or is made by, once, in this browser, in 5 minutes',
    },
    async ({ core, sessions, c, ip, input: { purpose, invitation } }) => {
      const cookie = passkeyCookie(core);
      const asker = { ip, browserToken: cookie.read(c) };
      if (purpose === 'register') {
        await requireAdmission(core, invitation);
        const { creation, browserToken } = await createCreationOptions(core, asker, null);
        cookie.write(c, browserToken);
        return { creation };
      }
      const user = purpose === 'confirm' ? await sessions.currentUser(c) : null;
      if (purpose === 'confirm' && user === null) throw new AppError('not_signed_in');
      const { request, browserToken } = await createRequestOptions(core, asker, user?.id ?? null);
      cookie.write(c, browserToken);
      return { request };
    },
  ),

  route(
    'POST /api/auth/passkey/verify',
    {
      access: 'public',
      input: passkeyProofSchema,
      errors: ['passkey_refused', 'account_locked', 'rate_limited'],
      answer: userResponseSchema,
      description: 'The account of the passkey, signed in: it stands for both factors',
    },
    async ({ core, sessions, c, input }) => {
      const browserToken = passkeyCookie(core).take(c);
      const { user, token } = await signInWithPasskey(core, input.credential, browserToken, sessions.originOf(c));
      sessions.begin(c, token);
      return { user };
    },
  ),

  route(
    'POST /api/auth/passkey/register',
    {
      access: 'public',
      input: passkeyRegistrationSchema,
      errors: ['passkey_refused', 'method_taken', ...admissionErrors, 'rate_limited'],
      status: 201,
      answer: passkeyAccountSchema,
      description: 'A new account whose only way in is the passkey, signed in; the recovery codes are shown this once',
    },
    async ({ core, sessions, c, input }) => {
      const browserToken = passkeyCookie(core).take(c);
      const { user, token, recoveryCodes } = await registerWithPasskey(core, input, browserToken, sessions.originOf(c));
      sessions.begin(c, token);
      return { user, recoveryCodes };
    },
  ),

  route(
    'POST /api/auth/passkey/recover',
    {
      access: 'public',
      input: secondFactorInputSchema,
      errors: ['wrong_code', 'account_locked', 'rate_limited'],
      answer: userResponseSchema,
      description: 'The account of a recovery code, signed in, where passkeys are its only way in',
    },
    async ({ core, sessions, c, input }) => {
      const { user, token } = await signInWithRecoveryCode(core, input.code, sessions.originOf(c));
      sessions.begin(c, token);
      return { user };
    },
  ),
];
