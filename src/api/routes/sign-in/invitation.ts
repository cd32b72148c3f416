import { route } from '#api/route.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { invitationInputSchema, invitationResponseSchema } from '#contract/account/registration.ts';
import { readInvitation } from '#core/registration/admit-account.ts';

/** Why no account is opened here for whoever asks. */
export const admissionErrors = [
  'registration_closed',
  'invitation_required',
  'invitation_unusable',
] as const satisfies readonly ErrorCode[];

export const invitationRoutes = [
  route(
    'POST /api/auth/invitation',
    {
      access: 'public',
      input: invitationInputSchema,
      errors: ['registration_closed', 'invitation_unusable', 'rate_limited'],
      answer: invitationResponseSchema,
      description: 'An invitation that opens an account now; nothing of it is used',
    },
    async ({ core, ip, input: { invitation } }) => {
      await core.limiter.take('signInPerNetwork', { ip });
      return { expiresAt: (await readInvitation(core, invitation)).toISOString() };
    },
  ),
];
