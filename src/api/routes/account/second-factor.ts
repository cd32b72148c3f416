import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { recoveryCodesSchema, secondFactorInputSchema, secondFactorStartSchema } from '#contract/sign-in.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from '#core/sign-in/second-factor.ts';
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
      errors: ['wrong_code', 'second_factor_off', 'rate_limited'],
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
