import { z } from 'zod';
import { loginSchema, registerSchema } from '#contract/accounts.ts';
import { linkTokenSchema } from '#contract/targets.ts';

export const forgotPasswordSchema = z.strictObject({ email: registerSchema.shape.email });
export type ForgotPasswordInput = z.infer<typeof forgotPasswordSchema>;

/** The token of the mailed link, and the new password. */
export const resetPasswordSchema = linkTokenSchema.extend({ password: registerSchema.shape.password });
export type ResetPasswordInput = z.infer<typeof resetPasswordSchema>;

export const changePasswordSchema = z.strictObject({
  currentPassword: loginSchema.shape.password,
  newPassword: registerSchema.shape.password,
});
export type ChangePasswordInput = z.infer<typeof changePasswordSchema>;
