import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { loginSchema, registerSchema, sessionResponseSchema, userResponseSchema } from '#contract/sign-in.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { endSession } from '#core/sign-in/sessions.ts';
import { registerAccount } from '#core/sign-in/register-account.ts';
import { signInWithPassword } from '#core/sign-in/sign-in-with-password.ts';
import { answers } from '#messages/answers.ts';

const sessionRoute = createRoute({
  method: 'get',
  path: '/api/auth/session',
  responses: jsonAnswer(200, sessionResponseSchema, 'Who is signed in; null for nobody'),
});

const registerRoute = createRoute({
  method: 'post',
  path: '/api/auth/register',
  request: { body: jsonInput(registerSchema) },
  responses: {
    ...errorAnswers('invalid_input', 'email_taken', 'rate_limited', 'unavailable'),
    ...jsonAnswer(201, userResponseSchema, 'The new account, signed in'),
  },
});

const loginRoute = createRoute({
  method: 'post',
  path: '/api/auth/login',
  request: { body: jsonInput(loginSchema) },
  responses: {
    ...errorAnswers(
      'invalid_input',
      'wrong_credentials',
      'second_factor_required',
      'wrong_code',
      'rate_limited',
      'unavailable',
    ),
    ...jsonAnswer(200, userResponseSchema, 'The account, signed in'),
  },
});

const logoutRoute = createRoute({
  method: 'post',
  path: '/api/auth/logout',
  responses: jsonAnswer(200, messageResponseSchema, 'Signed out, also when nobody was signed in'),
});

export function accountRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(sessionRoute, async (c) => c.json({ user: await sessions.currentUser(c) }, 200));

  app.openapi(registerRoute, async (c) => {
    const { user, token } = await registerAccount(core, c.req.valid('json'), sessions.visitor(c));
    sessions.begin(c, token);
    return c.json({ user }, 201);
  });

  app.openapi(loginRoute, async (c) => {
    const { user, token } = await signInWithPassword(core, c.req.valid('json'), sessions.visitor(c));
    sessions.begin(c, token);
    return c.json({ user }, 200);
  });

  app.openapi(logoutRoute, async (c) => {
    const token = sessions.token(c);
    if (token !== null) await endSession(core, token);
    sessions.end(c);
    return c.json({ message: answers.signedOut }, 200);
  });
}
