import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { createBrowserCookie, type BrowserCookie } from '#api/middleware/browser-cookie.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import {
  userResponseSchema,
  walletChallengeRequestSchema,
  walletChallengeResponseSchema,
  walletProofSchema,
} from '#contract/sign-in.ts';
import { signInWithWallet } from '#core/sign-in/sign-in-with-wallet.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { createWalletChallenge, challengeLifeMs } from '#core/sign-in/wallet-challenge.ts';

const challengeRoute = createRoute({
  method: 'post',
  path: '/api/auth/wallet/challenge',
  request: { body: jsonInput(walletChallengeRequestSchema) },
  responses: {
    ...errorAnswers('invalid_input', 'rate_limited'),
    ...jsonAnswer(200, walletChallengeResponseSchema, 'What a wallet must sign, once, in this browser, in 5 minutes'),
  },
});

const signInRoute = createRoute({
  method: 'post',
  path: '/api/auth/wallet',
  request: { body: jsonInput(walletProofSchema) },
  responses: {
    ...errorAnswers('invalid_input', 'wallet_refused', 'rate_limited'),
    ...jsonAnswer(200, userResponseSchema, 'The account of the wallet, signed in; a new wallet gets a new account'),
  },
});

/** The cookie that binds a challenge to the browser that asked for it. */
export function createWalletBrowser({ settings }: AccountContext): BrowserCookie {
  return createBrowserCookie(settings.publicUrl, { name: 'kauke_wallet', lifeMs: challengeLifeMs });
}

export function walletRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions, browser: BrowserCookie): void {
  app.openapi(challengeRoute, async (c) => {
    const { challenge, browserToken } = await createWalletChallenge(core, clientAddress(c));
    browser.write(c, browserToken);
    return c.json({ challenge }, 200);
  });

  app.openapi(signInRoute, async (c) => {
    const browserToken = browser.take(c);
    const { user, token } = await signInWithWallet(core, c.req.valid('json'), browserToken, sessions.visitor(c));
    sessions.begin(c, token);
    return c.json({ user }, 200);
  });
}
