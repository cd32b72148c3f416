import { z } from 'zod';

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = z
  .string({ error: 'Code is required' })
  .trim()
  .min(1, 'Code is required')
  .max(32, 'This is not a code');

export const secondFactorInputSchema = z.strictObject({ code: secondFactorCodeSchema });
export type SecondFactorInput = z.infer<typeof secondFactorInputSchema>;

/** What an authenticator app needs; nothing is asked for until a first code has shown that it works. */
export const secondFactorStartSchema = z.object({
  /** Base32. */
  secret: z.string(),
  /** `otpauth://totp/…` */
  uri: z.string(),
});
export type SecondFactorStart = z.infer<typeof secondFactorStartSchema>;

/** Shown once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;

export const secondFactorOffMessage = 'Second factor turned off';
