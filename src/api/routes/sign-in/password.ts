import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { changePasswordSchema, forgotPasswordSchema, resetPasswordSchema } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { changePassword } from '#core/sign-in/change-password.ts';
import { requestPasswordReset, resetPassword } from '#core/sign-in/reset-password.ts';
import { answers } from '#messages/answers.ts';

const forgotRoute = createRoute({
  method: 'post',
  path: '/api/auth/password/forgot',
  request: { body: jsonInput(forgotPasswordSchema) },
  responses: {
    ...errorAnswers('invalid_input', 'rate_limited'),
    ...jsonAnswer(200, messageResponseSchema, 'The same for every address'),
  },
});

const resetRoute = createRoute({
  method: 'post',
  path: '/api/auth/password/reset',
  request: { body: jsonInput(resetPasswordSchema) },
  responses: {
    ...errorAnswers('invalid_input', 'link_unusable', 'unavailable'),
    ...jsonAnswer(200, messageResponseSchema, 'Changed; every session has ended'),
  },
});

function changeRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: '/api/auth/password/change',
    middleware: [sessions.requireUser],
    request: { body: jsonInput(changePasswordSchema) },
    responses: {
      ...errorAnswers('invalid_input', 'not_signed_in', 'password_missing', 'rate_limited', 'unavailable'),
      ...jsonAnswer(200, messageResponseSchema, 'Changed; every other session has ended'),
    },
  });
}

export function passwordRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(forgotRoute, async (c) => {
    await core.limiter.take('passwordResetPerNetwork', { ip: clientAddress(c) });
    // Not awaited: how long it takes would tell whether the address has an account.
    requestPasswordReset(core, c.req.valid('json').email).catch((error: unknown) =>
      core.log.error('password_reset_mail_failed', error),
    );
    return c.json({ message: answers.resetLinkSent }, 200);
  });

  app.openapi(resetRoute, async (c) => {
    await resetPassword(core, c.req.valid('json'));
    return c.json({ message: answers.passwordReset }, 200);
  });

  app.openapi(changeRoute(sessions), async (c) => {
    const session = { userId: c.get('user').id, token: c.get('sessionToken') };
    sessions.begin(c, await changePassword(core, session, c.req.valid('json')));
    return c.json({ message: answers.passwordChanged }, 200);
  });
}
