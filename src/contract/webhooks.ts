import { z } from 'zod';

/** What came of one attempt to post to an endpoint. The endpoint's own words are never shown. */
export const webhookResultSchema = z.object({
  /** It answered 2xx. */
  delivered: z.boolean(),
  /** HTTP status of its answer; null without an answer. */
  status: z.number().int().nullable(),
  message: z.string(),
});
export type WebhookResult = z.infer<typeof webhookResultSchema>;

export const webhookResultResponseSchema = z.object({ result: webhookResultSchema });

export const webhookSecretSchema = z.object({
  /** `whsec_` and 32 octets in base64. */
  secret: z.string(),
  /** Until when the secret before it signs too; null: it alone signs. */
  previousUntil: z.iso.datetime().nullable(),
});
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

export const webhookSecretResponseSchema = z.object({ webhook: webhookSecretSchema });

export const webhookEnabledMessage = 'Webhook switched on';
export function replayMessage(messages: number): string {
  if (messages === 0) return 'Nothing waits for this webhook';
  return messages === 1 ? '1 message is sent again' : `${messages} messages are sent again`;
}
