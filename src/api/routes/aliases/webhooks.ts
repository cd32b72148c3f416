import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import { webhookResultResponseSchema, webhookSecretResponseSchema } from '#contract/targets.ts';
import { testWebhook, verifyWebhook } from '#core/webhooks/call-webhook.ts';
import { enableWebhook, replayWebhook, rotateWebhookSecret, showWebhookSecret } from '#core/webhooks/webhooks.ts';
import { answers } from '#messages/server/answers.ts';

/** What webhooks among the targets of an account have beside inboxes. */
export const webhookRoutes = [
  route(
    'POST /api/targets/{id}/verification',
    {
      access: 'key',
      errors: ['target_answered'],
      answer: webhookResultResponseSchema,
      description: 'What the webhook answered; 2xx confirms it',
    },
    async ({ core, user, ip, params }) => ({
      result: await verifyWebhook(core, { targetId: params.id, userId: user.id, ip }),
    }),
  ),

  route(
    'POST /api/targets/{id}/test',
    {
      access: 'key',
      feature: 'signedWebhooks',
      errors: ['target_unconfirmed'],
      answer: webhookResultResponseSchema,
      description: 'What the webhook answered to a test event',
    },
    async ({ core, user, ip, params }) => ({
      result: await testWebhook(core, { targetId: params.id, userId: user.id, ip }),
    }),
  ),

  route(
    'GET /api/targets/{id}/secret',
    {
      access: 'key',
      feature: 'signedWebhooks',
      answer: webhookSecretResponseSchema,
      description: 'The secret that signs what is posted to the webhook',
    },
    async ({ core, user, params }) => ({
      webhook: await showWebhookSecret(core, { targetId: params.id, userId: user.id }),
    }),
  ),

  route(
    'POST /api/targets/{id}/secret',
    {
      access: 'key',
      feature: 'signedWebhooks',
      answer: webhookSecretResponseSchema,
      description: 'The new secret; the one before it signs too for 24 hours',
    },
    async ({ core, user, params }) => ({
      webhook: await rotateWebhookSecret(core, { targetId: params.id, userId: user.id }),
    }),
  ),

  route(
    'POST /api/targets/{id}/replay',
    {
      access: 'key',
      feature: 'signedWebhooks',
      answer: messageResponseSchema,
      description: 'What waits for the webhook is sent again',
    },
    async ({ core, user, params }) => ({
      message: answers.webhookReplayed(await replayWebhook(core, { targetId: params.id, userId: user.id })),
    }),
  ),

  route(
    'POST /api/targets/{id}/activation',
    { access: 'key', answer: messageResponseSchema, description: 'The webhook is on; what waits for it is sent' },
    async ({ core, user, params }) => {
      await enableWebhook(core, { targetId: params.id, userId: user.id });
      return { message: answers.webhookEnabled };
    },
  ),
];
