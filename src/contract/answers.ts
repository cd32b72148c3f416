import { z } from 'zod';
import { errorTable, type ErrorCode } from '#contract/errors.ts';

/** An answer that says only that it was done. */
export const messageResponseSchema = z.object({ message: z.string() });
export type MessageResponse = z.infer<typeof messageResponseSchema>;

/** The JSON body of every error answer (`ErrorBody`). */
export const errorResponseSchema = z.object({
  message: z.string(),
  code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  rateLimited: z.literal(true).optional(),
  resetTime: z.iso.datetime().optional(),
});
/** For clients of SimpleLogin, which would show a `message` beside it as well. */
export const simpleLoginErrorSchema = errorResponseSchema.omit({ message: true }).extend({ error: z.string() });
