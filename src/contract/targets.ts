import { z } from 'zod';
import { aliasFaults } from '#contract/alias-faults.ts';
import { limits } from '#contract/limits.ts';
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

export const targetKeySchema = z.object({
  kind: z.enum(['openpgp', 'smime']),
  /** Hexadecimal, in upper case. */
  fingerprint: z.string(),
  /** What the part is made of that is encrypted to. */
  algorithm: z.string(),
  /** Null: never. */
  expiresAt: z.iso.datetime().nullable(),
  /** The Subject is encrypted, too, and not only protected. */
  hideSubject: z.boolean(),
});
export type TargetKeyView = z.infer<typeof targetKeySchema>;

/** Characters of a key or certificate: 64 KiB, in base64 where it is binary. */
const keyTextMax = 90_000;

/** One of the first three. */
export const setTargetKeySchema = z.strictObject({
  /** OpenPGP: armoured, or binary in base64. */
  publicKey: z.string().max(keyTextMax).optional(),
  /** X.509: PEM, or DER in base64. */
  certificate: z.string().max(keyTextMax).optional(),
  /** The one that the provider of the inbox publishes. */
  findByWkd: z.literal(true).optional(),
  /** Left out: as it was with the key before. */
  hideSubject: z.boolean().optional(),
  /** Of the key that was looked at: another one does not count. */
  fingerprint: z.string().max(200).optional(),
  /** It is read and shown, not stored. */
  dryRun: z.boolean().optional(),
});
export type SetTargetKey = z.infer<typeof setTargetKeySchema>;

/** Of an inbox, about what its owner sends from it. */
const sendingShape = {
  /** Replies from this inbox are proven by SPF alone, for providers that do not sign their mail. */
  spfReplies: z.boolean(),
  /** Off: it only reads, and replies from it are not sent. */
  maySend: z.boolean(),
  /** Public keys of its owner are taken out of replies from it, in place of the reply being refused. */
  dropKeys: z.boolean(),
  /** The same of signatures by OpenPGP and S/MIME. */
  dropSignatures: z.boolean(),
};
export type Sending = z.infer<z.ZodObject<typeof sendingShape>>;

const refusedMailSchema = z.object({
  messages: z.number().int(),
  /** Why it refused the last of them (RFC 3463). */
  status: z.string(),
  /** They are counted for 30 days. */
  since: z.iso.datetime(),
});
export type RefusedMail = z.infer<typeof refusedMailSchema>;

const accountTargetSchema = aliasTargetSchema.extend({
  /** How many aliases forward to it. */
  aliases: z.number().int(),
  ...sendingShape,
  /** Mail to this inbox is encrypted to it; null: to none. */
  key: targetKeySchema.nullable(),
  /** The inbox in whose place it comes once its owner agrees; null: none. */
  replaces: z.uuid().nullable(),
  /** An inbox: messages that it refused for what they are, or by its rules, while another inbox took them. Left out: none. */
  refused: refusedMailSchema.optional(),
});
export type AccountTarget = z.infer<typeof accountTargetSchema>;

/** What is left out stays as it is. */
export const changeTargetSchema = z
  .strictObject(sendingShape)
  .partial()
  .refine((input) => Object.values(input).some((value) => value !== undefined), aliasFaults.noSetting);
export type ChangeTarget = z.infer<typeof changeTargetSchema>;

/** Another address for an inbox. */
export const replaceInboxSchema = z.strictObject({ address: z.string().max(limits.emailMaxOctets) });

export const targetsResponseSchema = z.object({ targets: z.array(accountTargetSchema) });
export const replacedInboxResponseSchema = targetsResponseSchema.extend({ message: z.string() });
export type TargetsResponse = z.infer<typeof targetsResponseSchema>;

/** The target as the list shows it from now on. */
export const changeTargetResponseSchema = z.object({ message: z.string(), target: accountTargetSchema });

/** `key`: as it was read, stored or not. */
export const setTargetKeyResponseSchema = z.object({
  message: z.string(),
  key: targetKeySchema.extend({
    /** Nobody but itself vouches for it. */
    selfSigned: z.boolean(),
    /** Armoured, or PEM. */
    text: z.string(),
  }),
  target: accountTargetSchema,
});
export type SetTargetKeyResponse = z.infer<typeof setTargetKeyResponseSchema>;

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
