import { route } from '#api/route.ts';
import { feedbackSchema } from '#contract/site.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { sendFeedback } from '#core/feedback/send-feedback.ts';
import { answers } from '#messages/answers.ts';

export const feedbackRoutes = [
  route(
    'POST /api/feedback',
    {
      access: 'public',
      input: feedbackSchema,
      errors: ['rate_limited'],
      answer: messageResponseSchema,
      description: 'On its way to the operator',
    },
    async ({ core, operatorEmail, ip, input }) => {
      await sendFeedback(core, input, { operatorEmail, ip });
      return { message: answers.feedbackSent };
    },
  ),
];
