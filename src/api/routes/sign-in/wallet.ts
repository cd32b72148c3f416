import { createBrowserCookie, type BrowserCookie } from '#api/middleware/browser-cookie.ts';
import { route } from '#api/route.ts';
import { admissionErrors } from '#api/routes/sign-in/invitation.ts';
import {
  userResponseSchema,
  walletChallengeRequestSchema,
  walletChallengeResponseSchema,
  walletSignInSchema,
} from '#contract/sign-in.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { challengeLifeMs } from '#core/sign-in/challenges/browser-challenge.ts';
import { createWalletChallenge } from '#core/sign-in/challenges/wallet-challenge.ts';
import { signInWithWallet } from '#core/sign-in/wallet-method.ts';

/** The cookie that binds a challenge to the browser that asked for it. */
export function walletCookie({ settings }: AccountContext): BrowserCookie {
  return createBrowserCookie(settings.publicUrl, { name: 'kauke_wallet', lifeMs: challengeLifeMs });
}

export const walletRoutes = [
  route(
    'POST /api/auth/wallet/challenge',
    {
      access: 'public',
      input: walletChallengeRequestSchema,
      errors: ['rate_limited'],
      answer: walletChallengeResponseSchema,
      description: 'What a wallet must sign, once, in this browser, in 5 minutes',
    },
    async ({ core, c, ip }) => {
      const { challenge, browserToken } = await createWalletChallenge(core, ip);
      walletCookie(core).write(c, browserToken);
      return { challenge };
    },
  ),

  route(
    'POST /api/auth/wallet',
    {
      access: 'public',
      input: walletSignInSchema,
      errors: ['wallet_refused', ...admissionErrors, 'rate_limited'],
      answer: userResponseSchema,
      description: 'The account of the wallet, signed in; a new wallet gets a new account',
    },
    async ({ core, sessions, c, input }) => {
      const browserToken = walletCookie(core).take(c);
      const { user, token } = await signInWithWallet(core, input, browserToken, sessions.originOf(c));
      sessions.begin(c, token);
      return { user };
    },
  ),
];
