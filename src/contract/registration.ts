import { z } from 'zod';

/** Who may open an account. `approve`: everybody, but a new account waits until the operator has said yes. */
export const registrationModeSchema = z.enum(['open', 'invite', 'approve', 'closed']);
export type RegistrationMode = z.infer<typeof registrationModeSchema>;

/** A service that shows strangers nothing of itself: no domains, no counts, no way to begin. */
export function isPrivate(mode: RegistrationMode): boolean {
  return mode === 'invite' || mode === 'closed';
}

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
