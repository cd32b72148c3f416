import { z } from 'zod';
import { aliasSchema, aliasTargetSchema, targetStateSchema, undoNameSchema } from '#contract/aliases.ts';

/** The token of a mailed link: 32 octets in base64url. */
export const linkTokenSchema = z.strictObject({ token: z.string().max(256) });

/** What the page behind a mailed link shows. */
const targetLinkSchema = z.object({
  state: targetStateSchema,
  /** The inbox the link was sent to. */
  address: z.string(),
  /** The email of the account that asks, or a general name when it has none that was proved: a page states no guess. */
  account: z.string(),
});
export type TargetLink = z.infer<typeof targetLinkSchema>;

export const targetLinkResponseSchema = z.object({ link: targetLinkSchema });

const accountTargetSchema = aliasTargetSchema.extend({
  /** How many aliases forward to it. */
  aliases: z.number().int(),
  /** Replies from this inbox are proven by SPF alone. */
  spfReplies: z.boolean(),
});
export type AccountTarget = z.infer<typeof accountTargetSchema>;

export const changeTargetSchema = z.strictObject({
  /** Replies from this inbox are proven by SPF alone, for providers that do not sign their mail. */
  spfReplies: z.boolean(),
});

export const targetsResponseSchema = z.object({ targets: z.array(accountTargetSchema) });
export type TargetsResponse = z.infer<typeof targetsResponseSchema>;

/** The target as the list shows it from now on. */
export const changeTargetResponseSchema = z.object({ message: z.string(), target: accountTargetSchema });

/** And the aliases that lost it, as their list shows them. */
export const removeTargetResponseSchema = z.object({
  message: z.string(),
  aliases: z.array(aliasSchema),
  undo: undoNameSchema,
});

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

export const verifyWebhookResponseSchema = webhookResultResponseSchema.extend({ target: accountTargetSchema });

export const webhookSecretSchema = z.object({
  /** `whsec_` and 32 octets in base64. */
  secret: z.string(),
  /** Until when the secret before it signs too; null: it alone signs. */
  previousUntil: z.iso.datetime().nullable(),
});
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

export const webhookSecretResponseSchema = z.object({ webhook: webhookSecretSchema });
