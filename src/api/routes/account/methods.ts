import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import type { BrowserCookie } from '#api/middleware/browser-cookie.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { authMethodSchema, confirmIdentitySchema, registerSchema, walletProofSchema } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { confirmIdentity } from '#core/sign-in/confirm-identity.ts';
import { addEmailMethod } from '#core/sign-in/add-email-method.ts';
import { addWalletMethod } from '#core/sign-in/add-wallet-method.ts';
import { removeSignInMethod } from '#core/sign-in/remove-sign-in-method.ts';
import { verifyWallet } from '#core/sign-in/wallet-challenge.ts';
import { answers } from '#messages/answers.ts';

function confirmRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: '/api/auth/confirm',
    middleware: [sessions.requireUser],
    request: { body: jsonInput(confirmIdentitySchema) },
    responses: {
      ...errorAnswers(
        'invalid_input',
        'not_signed_in',
        'wrong_credentials',
        'second_factor_required',
        'wrong_code',
        'wallet_refused',
        'rate_limited',
        'unavailable',
      ),
      ...jsonAnswer(200, messageResponseSchema, 'For 10 minutes this session may change how one signs in'),
    },
  });
}

function emailRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: '/api/account/methods/email',
    middleware: [sessions.requireConfirmed],
    request: { body: jsonInput(registerSchema) },
    responses: {
      ...errorAnswers(
        'invalid_input',
        'not_signed_in',
        'confirm_identity',
        'email_taken',
        'method_taken',
        'too_many_targets',
        'rate_limited',
        'unavailable',
      ),
      ...jsonAnswer(200, messageResponseSchema, 'Added; the other sessions have ended'),
    },
  });
}

function walletRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: '/api/account/methods/wallet',
    middleware: [sessions.requireConfirmed],
    request: { body: jsonInput(walletProofSchema) },
    responses: {
      ...errorAnswers(
        'invalid_input',
        'not_signed_in',
        'wallet_refused',
        'confirm_identity',
        'method_taken',
        'rate_limited',
      ),
      ...jsonAnswer(200, messageResponseSchema, 'Added; the other sessions have ended'),
    },
  });
}

function removeRoute(sessions: Sessions) {
  return createRoute({
    method: 'delete',
    path: '/api/account/methods/{method}',
    middleware: [sessions.requireConfirmed],
    request: { params: z.object({ method: authMethodSchema }) },
    responses: {
      ...errorAnswers('not_signed_in', 'confirm_identity', 'not_found', 'last_method'),
      ...jsonAnswer(200, messageResponseSchema, 'Removed; the other sessions have ended'),
    },
  });
}

/** `walletBrowser`: binds a wallet challenge to the browser that asked for it. */
export function methodRoutes(
  app: OpenAPIHono,
  core: AccountContext,
  sessions: Sessions,
  walletBrowser: BrowserCookie,
): void {
  app.openapi(confirmRoute(sessions), async (c) => {
    await confirmIdentity(core, c.req.valid('json'), c.get('session'), walletBrowser.take(c));
    return c.json({ message: answers.identityConfirmed }, 200);
  });

  app.openapi(emailRoute(sessions), async (c) => {
    const held = { userId: c.get('user').id, token: c.get('sessionToken'), ip: clientAddress(c) };
    sessions.begin(c, await addEmailMethod(core, c.req.valid('json'), held));
    return c.json({ message: answers.methodAdded }, 200);
  });

  app.openapi(walletRoute(sessions), async (c) => {
    const userId = c.get('user').id;
    await core.limiter.take('identityChecksPerUser', { userId });
    const address = await verifyWallet(core, c.req.valid('json'), walletBrowser.take(c));
    sessions.begin(c, await addWalletMethod(core, address, { userId, token: c.get('sessionToken') }));
    return c.json({ message: answers.methodAdded }, 200);
  });

  app.openapi(removeRoute(sessions), async (c) => {
    const held = { userId: c.get('user').id, token: c.get('sessionToken') };
    sessions.begin(c, await removeSignInMethod(core, c.req.valid('param').method, held));
    return c.json({ message: answers.methodRemoved }, 200);
  });
}
