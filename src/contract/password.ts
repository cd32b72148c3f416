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

/** The same for known and unknown addresses. */
export const forgotPasswordMessage = 'If that address has an account, a link is on its way.';
export const passwordResetMessage = 'Password changed. Please sign in.';
export const passwordChangedMessage = 'Password changed';
