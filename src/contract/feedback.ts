import { z } from 'zod';
import { limits } from '#contract/limits.ts';

const messageRequired = 'Please write something first';

export const feedbackSchema = z.strictObject({
  message: z
    .string({ error: messageRequired })
    .trim()
    .min(1, messageRequired)
    .max(limits.feedbackMax, `Feedback must be ${limits.feedbackMax} characters or less`),
});
export type FeedbackInput = z.infer<typeof feedbackSchema>;
