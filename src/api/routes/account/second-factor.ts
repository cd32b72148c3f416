import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  lockedFactorSchema,
  recoveryCodesSchema,
  secondFactorInputSchema,
  secondFactorLinkResponseSchema,
  secondFactorStartSchema,
} from '#contract/sign-in.ts';
import { linkTokenSchema } from '#contract/targets.ts';
import {
  keepSecondFactor,
  readSecondFactorLink,
  requestSecondFactorLink,
  turnOffByLink,
} from '#core/sign-in/second-factor-link.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#core/sign-in/second-factor/second-factor.ts';
import { answers } from '#messages/server/answers.ts';

export const secondFactorRoutes = [
  route(
    'POST /api/account/second-factor',
    {
      access: 'confirmed',
      errors: ['password_missing', 'second_factor_on'],
      answer: secondFactorStartSchema,
      description: 'For the authenticator app; nothing is asked for yet',
    },
    ({ core, user }) => startSecondFactor(core, user.id),
  ),

  route(
    'POST /api/account/second-factor/enable',
    {
      access: 'confirmed',
      input: secondFactorInputSchema,
      errors: ['wrong_code', 'second_factor_on', 'rate_limited'],
      answer: recoveryCodesSchema,
      description: 'On from now; the recovery codes are shown this once',
    },
    async ({ core, sessions, c, held, input }) => {
      const { recoveryCodes, token } = await enableSecondFactor(core, held, input.code);
      sessions.begin(c, token);
      return { recoveryCodes };
    },
  ),

  route(
    'POST /api/account/second-factor/disable',
    {
      access: 'confirmed',
      input: secondFactorInputSchema,
      errors: ['wrong_code', 'second_factor_locked', 'second_factor_off', 'rate_limited'],
      answer: messageResponseSchema,
      description: 'Off, its secret forgotten',
    },
    async ({ core, sessions, c, held, input }) => {
      sessions.begin(c, await disableSecondFactor(core, held, input.code));
      return { message: answers.secondFactorOff };
    },
  ),

  route(
    'POST /api/account/second-factor/recovery-codes',
    {
      access: 'confirmed',
      errors: ['second_factor_off'],
      answer: recoveryCodesSchema,
      description: 'New recovery codes; the old ones are worth nothing any more',
    },
    async ({ core, sessions, c, held }) => {
      const { recoveryCodes, token } = await renewRecoveryCodes(core, held);
      sessions.begin(c, token);
      return { recoveryCodes };
    },
  ),
];

/** The way in for those who know the password of an account whose codes were guessed at too often. */
export const secondFactorLinkRoutes = [
  route(
    'POST /api/auth/second-factor',
    {
      access: 'public',
      input: lockedFactorSchema,
      errors: ['wrong_credentials', 'second_factor_required', 'account_locked', 'rate_limited', 'unavailable'],
      answer: messageResponseSchema,
      description: 'A link that turns the second factor off after 72 hours was mailed, and every inbox told of it',
    },
    async ({ core, ip, input }) => {
      await requestSecondFactorLink(core, input, ip);
      return { message: answers.secondFactorLinkSent };
    },
  ),

  route(
    'POST /api/auth/second-factor/link',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: secondFactorLinkResponseSchema,
      description: 'What the mailed link can do',
    },
    async ({ core, input }) => ({ link: await readSecondFactorLink(core, input.token) }),
  ),

  route(
    'POST /api/auth/second-factor/off',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: messageResponseSchema,
      description: 'Turned off; every session has ended',
    },
    async ({ core, input }) => {
      await turnOffByLink(core, input.token);
      return { message: answers.secondFactorOff };
    },
  ),

  route(
    'POST /api/auth/second-factor/keep',
    {
      access: 'public',
      input: linkTokenSchema,
      errors: ['link_unusable'],
      answer: messageResponseSchema,
      description: 'It stays on; the links are worth nothing any more',
    },
    async ({ core, input }) => {
      await keepSecondFactor(core, input.token);
      return { message: answers.secondFactorKept };
    },
  ),
];
