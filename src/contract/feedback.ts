import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { inputFaults } from '#messages/faults.ts';

export const feedbackSchema = z.strictObject({
  message: z
    .string({ error: inputFaults.feedbackMissing })
    .trim()
    .min(1, inputFaults.feedbackMissing)
    .max(limits.feedbackMax, inputFaults.feedbackTooLong(limits.feedbackMax)),
});
export type FeedbackInput = z.infer<typeof feedbackSchema>;
