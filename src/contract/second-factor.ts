import { z } from 'zod';
import { accountFaults } from '#contract/account-faults.ts';
import { limits } from '#contract/limits.ts';

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorCodeSchema = z
  .string({ error: accountFaults.codeMissing })
  .trim()
  .min(1, accountFaults.codeMissing)
  .max(limits.secondFactorCodeMax, accountFaults.codeInvalid);

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

export const secondFactorOffMessage = 'Second factor turned off';
