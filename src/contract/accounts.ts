import { z } from 'zod';
import { parseEmailAddress } from '#contract/email-address.ts';
import { limits } from '#contract/limits.ts';

const encoder = new TextEncoder();
const fitsPassword = (text: string): boolean => encoder.encode(text).length <= limits.passwordMaxBytes;
const passwordTooLong = `Password must be ${limits.passwordMaxBytes} bytes or less`;

export const registerSchema = z.strictObject({
  email: z
    .string({ error: 'Valid email address is required' })
    .refine((text) => parseEmailAddress(text) !== null, 'Valid email address is required'),
  password: z
    .string({ error: `Password must be at least ${limits.passwordMin} characters` })
    .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters`)
    .refine(fitsPassword, passwordTooLong),
});
export type RegisterInput = z.infer<typeof registerSchema>;

export const loginSchema = z.strictObject({
  email: z.string({ error: 'Valid email address is required' }).min(1, 'Valid email address is required'),
  password: z
    .string({ error: 'Password is required' })
    .min(1, 'Password is required')
    .refine(fitsPassword, passwordTooLong),
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
