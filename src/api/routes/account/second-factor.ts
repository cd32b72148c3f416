import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import type { Sessions } from '#api/middleware/session.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { recoveryCodesSchema, secondFactorInputSchema, secondFactorStartSchema } from '#contract/sign-in.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import {
  renewRecoveryCodes,
  disableSecondFactor,
  enableSecondFactor,
  startSecondFactor,
} from '#core/sign-in/second-factor/second-factor.ts';
import type { HeldSession } from '#core/sign-in/sessions.ts';
import { answers } from '#messages/answers.ts';

const path = '/api/account/second-factor';

function startRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path,
    middleware: [sessions.requireConfirmed],
    responses: {
      ...errorAnswers('not_signed_in', 'confirm_identity', 'password_missing', 'second_factor_on'),
      ...jsonAnswer(200, secondFactorStartSchema, 'For the authenticator app; nothing is asked for yet'),
    },
  });
}

/** What a code may be answered with; `state`: it is on already, or off. */
function codeErrors(state: 'second_factor_on' | 'second_factor_off') {
  return errorAnswers('invalid_input', 'not_signed_in', 'wrong_code', 'confirm_identity', state, 'rate_limited');
}

function enableRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: `${path}/enable`,
    middleware: [sessions.requireConfirmed],
    request: { body: jsonInput(secondFactorInputSchema) },
    responses: {
      ...codeErrors('second_factor_on'),
      ...jsonAnswer(200, recoveryCodesSchema, 'On from now; the recovery codes are shown this once'),
    },
  });
}

function disableRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: `${path}/disable`,
    middleware: [sessions.requireConfirmed],
    request: { body: jsonInput(secondFactorInputSchema) },
    responses: {
      ...codeErrors('second_factor_off'),
      ...jsonAnswer(200, messageResponseSchema, 'Off, its secret forgotten'),
    },
  });
}

function renewRoute(sessions: Sessions) {
  return createRoute({
    method: 'post',
    path: `${path}/recovery-codes`,
    middleware: [sessions.requireConfirmed],
    responses: {
      ...errorAnswers('not_signed_in', 'confirm_identity', 'second_factor_off'),
      ...jsonAnswer(200, recoveryCodesSchema, 'New recovery codes; the old ones are worth nothing any more'),
    },
  });
}

function heldSession(c: Context): HeldSession {
  return { userId: c.get('user').id, token: c.get('sessionToken') };
}

export function secondFactorRoutes(app: OpenAPIHono, core: AccountContext, sessions: Sessions): void {
  app.openapi(startRoute(sessions), async (c) => c.json(await startSecondFactor(core, c.get('user').id), 200));

  app.openapi(enableRoute(sessions), async (c) => {
    const { recoveryCodes, token } = await enableSecondFactor(core, heldSession(c), c.req.valid('json').code);
    sessions.begin(c, token);
    return c.json({ recoveryCodes }, 200);
  });

  app.openapi(disableRoute(sessions), async (c) => {
    sessions.begin(c, await disableSecondFactor(core, heldSession(c), c.req.valid('json').code));
    return c.json({ message: answers.secondFactorOff }, 200);
  });

  app.openapi(renewRoute(sessions), async (c) => {
    const { recoveryCodes, token } = await renewRecoveryCodes(core, heldSession(c));
    sessions.begin(c, token);
    return c.json({ recoveryCodes }, 200);
  });
}
