import { z } from 'zod';
import { registerSchema, userSchema } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { secondFactorCodeSchema } from '#contract/second-factor.ts';
import { walletProofSchema } from '#contract/wallet.ts';
import { accountFaultTexts } from '#messages/faults.ts';

export const authMethodSchema = userSchema.shape.authMethod;
export type AuthMethod = z.infer<typeof authMethodSchema>;

/** An existing sign-in method, proved once more. `code`: of the second factor, where it is on. */
export const confirmIdentitySchema = z.union([
  z.strictObject({
    password: z.string().min(1, accountFaultTexts.passwordMissing).max(limits.passwordMaxBytes),
    code: secondFactorCodeSchema.optional(),
  }),
  walletProofSchema,
]);
export type ConfirmIdentityInput = z.infer<typeof confirmIdentitySchema>;

export const linkEmailSchema = registerSchema;
export type LinkEmailInput = z.infer<typeof linkEmailSchema>;
