import { z } from 'zod';
import { registrationModes } from '#contract/account/registration-mode.ts';

export const registrationModeSchema = z.enum(registrationModes);

/** What stands in the fragment of an invitation link. Each call that opens an account takes it. */
export const invitationSchema = z.string().max(256);

export const invitationInputSchema = z.strictObject({ invitation: invitationSchema });

/** An invitation that opens an account now. */
export const invitationResponseSchema = z.object({
  /** Until when. */
  expiresAt: z.iso.datetime(),
});

/** Where the browser goes to, with an invitation that waits for its return. */
export const googleStartSchema = z.object({ url: z.url() });
