import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { errorAnswers, jsonAnswer, jsonInput } from '#api/json-answers.ts';
import { clientAddress } from '#api/middleware/session.ts';
import { feedbackSchema } from '#contract/site.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { sendFeedback } from '#core/feedback/send-feedback.ts';
import { answers } from '#messages/answers.ts';

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
    return c.json({ message: answers.feedbackSent }, 200);
  });
}
