import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress } from '#api/middleware/session.ts';
import { feedbackSchema } from '#contract/feedback.ts';
import { messageResponseSchema } from '#contract/messages.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { sendFeedback } from '#core/feedback/send-feedback.ts';

const feedbackRoute = createRoute({
  method: 'post',
  path: '/api/feedback',
  request: { body: jsonInput(feedbackSchema) },
  responses: {
    ...errorAnswers('invalid_input', 'rate_limited'),
    ...jsonAnswer(200, messageResponseSchema, 'On its way to the operator'),
  },
});

export function feedbackRoutes(
  app: OpenAPIHono,
  core: AccountContext,
  { operatorEmail }: { readonly operatorEmail: string | null },
): void {
  app.openapi(feedbackRoute, async (c) => {
    await sendFeedback(core, c.req.valid('json'), { operatorEmail, ip: clientAddress(c) });
    return c.json({ message: 'Thank you. Your words are on their way.' }, 200);
  });
}
