import { z } from 'zod';
import { aliasTargetSchema, targetStateSchema } from '#contract/aliases.ts';

/** The token of a mailed link: 32 octets in base64url. */
export const linkTokenSchema = z.strictObject({ token: z.string().max(256) });

/** What the page behind a mailed link shows. */
export const targetLinkSchema = z.object({
  state: targetStateSchema,
  /** The inbox the link was sent to. */
  address: z.string(),
  /** The email of the account that asks, or a general name when it has none. */
  account: z.string(),
});
export type TargetLink = z.infer<typeof targetLinkSchema>;

export const targetLinkResponseSchema = z.object({ link: targetLinkSchema });

export const accountTargetSchema = aliasTargetSchema.extend({
  /** How many aliases forward to it. */
  aliases: z.number().int(),
  /** Replies from this inbox are proven by SPF alone. */
  spfReplies: z.boolean(),
});
export type AccountTarget = z.infer<typeof accountTargetSchema>;

export const targetsResponseSchema = z.object({ targets: z.array(accountTargetSchema) });
export type TargetsResponse = z.infer<typeof targetsResponseSchema>;

export const confirmationSentMessage = 'Confirmation mail sent';
export const targetRemovedMessage = 'Target removed';
