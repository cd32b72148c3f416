import { route } from '#api/route.ts';
import { messageResponseSchema } from '#contract/answers.ts';
import {
  changeTargetResponseSchema,
  verifyWebhookResponseSchema,
  webhookResultResponseSchema,
  webhookSecretResponseSchema,
} from '#contract/targets.ts';
import { getAccountTarget } from '#core/targets/target-views.ts';
import { testWebhook, verifyWebhook } from '#core/webhooks/call-webhook.ts';
import { enableWebhook, replayWebhook, rotateWebhookSecret, showWebhookSecret } from '#core/webhooks/webhooks.ts';
import { answers } from '#messages/server/answers.ts';

/** What webhooks among the targets of an account have beside inboxes. */
export const webhookRoutes = [
  route(
    'POST /api/targets/{id}/verification',
    {
      access: 'key',
      scope: 'aliases',
      errors: ['target_answered'],
      answer: verifyWebhookResponseSchema,
      description: 'What the webhook answered; 2xx confirms it',
    },
    async ({ core, user, ip, params }) => {
      const own = { targetId: params.id, userId: user.id };
      const result = await verifyWebhook(core, { ...own, ip });
      return { result, target: await getAccountTarget(core, own) };
    },
  ),

  route(
    'POST /api/targets/{id}/test',
    {
      access: 'key',
      scope: 'aliases',
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
      scope: 'aliases',
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
      scope: 'aliases',
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
      scope: 'aliases',
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
    {
      access: 'key',
      scope: 'aliases',
      answer: changeTargetResponseSchema,
      description: 'The webhook is on; what waits for it is sent',
    },
    async ({ core, user, params }) => {
      const own = { targetId: params.id, userId: user.id };
      await enableWebhook(core, own);
      return { message: answers.webhookEnabled, target: await getAccountTarget(core, own) };
    },
  ),
];
