import { z } from 'zod';
import { accountFaults, findEmailFault, fitsPassword } from '#contract/account-faults.ts';
import { limits } from '#contract/limits.ts';
import { secondFactorCodeSchema } from '#contract/second-factor.ts';

export const registerSchema = z.strictObject({
  email: z.string({ error: accountFaults.email }).refine((text) => findEmailFault(text) === null, accountFaults.email),
  password: z
    .string({ error: accountFaults.passwordTooShort })
    .min(limits.passwordMin, accountFaults.passwordTooShort)
    .refine(fitsPassword, accountFaults.passwordTooLong),
});
export type RegisterInput = z.infer<typeof registerSchema>;

export const loginSchema = z.strictObject({
  email: z.string({ error: accountFaults.email }).min(1, accountFaults.email),
  password: z
    .string({ error: accountFaults.passwordMissing })
    .min(1, accountFaults.passwordMissing)
    .refine(fitsPassword, accountFaults.passwordTooLong),
  /** Only for accounts whose second factor is on. */
  code: secondFactorCodeSchema.optional(),
});
export type LoginInput = z.infer<typeof loginSchema>;

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  walletAddress: z.string().nullable(),
  authMethod: z.enum(['email', 'wallet', 'google']),
  /** Dollars as text, two decimals. */
  balance: z.string(),
});
export type User = z.infer<typeof userSchema>;

export const userResponseSchema = z.object({ user: userSchema });
export type UserResponse = z.infer<typeof userResponseSchema>;

/** Signed out is an answer, not an error. */
export const sessionResponseSchema = z.object({ user: userSchema.nullable() });
export type SessionResponse = z.infer<typeof sessionResponseSchema>;
