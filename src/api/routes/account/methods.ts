import { z } from '@hono/zod-openapi';
import { route } from '#api/route.ts';
import { passkeyCookie } from '#api/routes/sign-in/passkey.ts';
import { walletCookie } from '#api/routes/sign-in/wallet.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  confirmIdentitySchema,
  linkEmailSchema,
  methodChangedSchema,
  singleMethodSchema,
  walletProofSchema,
} from '#contract/sign-in.ts';
import { confirmIdentity } from '#core/sign-in/confirm-identity.ts';
import { addEmailMethod } from '#core/sign-in/add-email-method.ts';
import { addWalletMethod } from '#core/sign-in/wallet-method.ts';
import { removeSignInMethod } from '#core/sign-in/remove-sign-in-method.ts';
import { verifyWallet } from '#core/sign-in/challenges/wallet-challenge.ts';
import { answers } from '#messages/server/answers.ts';

/** Sign-in methods of an account, and the proof that is asked before they change. */
export const methodRoutes = [
  route(
    'POST /api/auth/confirm',
    {
      access: 'session',
      whileWaiting: true,
      input: confirmIdentitySchema,
      errors: [
        'wrong_credentials',
        'second_factor_required',
        'passkey_required',
        'wrong_code',
        'second_factor_locked',
        'wallet_refused',
        'passkey_refused',
        'rate_limited',
        'unavailable',
      ],
      answer: messageResponseSchema,
      description: 'For 10 minutes this session, with a new cookie, may do what asks for a fresh proof',
    },
    async ({ core, sessions, c, held, input }) => {
      const cookie = 'credential' in input ? passkeyCookie(core) : walletCookie(core);
      sessions.begin(c, await confirmIdentity(core, input, held, cookie.take(c)));
      return { message: answers.identityConfirmed };
    },
  ),

  route(
    'POST /api/account/methods/email',
    {
      access: 'confirmed',
      input: linkEmailSchema,
      errors: ['email_taken', 'method_taken', 'too_many_targets', 'rate_limited', 'unavailable'],
      answer: messageResponseSchema,
      description: 'Added; the other sessions have ended',
    },
    async ({ core, sessions, c, held, ip, input }) => {
      sessions.begin(c, await addEmailMethod(core, input, { ...held, ip }));
      return { message: answers.methodAdded };
    },
  ),

  route(
    'POST /api/account/methods/wallet',
    {
      access: 'confirmed',
      input: walletProofSchema,
      errors: ['wallet_refused', 'method_taken', 'rate_limited'],
      answer: messageResponseSchema,
      description: 'Added; the other sessions have ended',
    },
    async ({ core, sessions, c, held, input }) => {
      await core.limiter.take('identityChecksPerUser', { userId: held.userId });
      const address = await verifyWallet(core, input, walletCookie(core).take(c));
      sessions.begin(c, await addWalletMethod(core, address, held));
      return { message: answers.methodAdded };
    },
  ),

  route(
    'DELETE /api/account/methods/{method}',
    {
      access: 'confirmed',
      params: z.object({ method: singleMethodSchema }),
      errors: ['last_method'],
      answer: methodChangedSchema,
      description: 'Removed; the other sessions have ended',
    },
    async ({ core, sessions, c, held, params }) => {
      const { token, recoveryCodes } = await removeSignInMethod(core, params.method, held);
      sessions.begin(c, token);
      return { message: answers.methodRemoved, recoveryCodes };
    },
  ),
];
