import { z } from 'zod';
import { fromNameSchema } from '#contract/aliases/alias-fields.ts';
import { unsubscribeWishes } from '#contract/aliases/unsubscribe.ts';

/** How mail of one alias is handled, beyond the usual: what the settings of the alias show, and exports, imports and undos carry. */
export const aliasSettingsSchema = z.strictObject({
  /** Signed mail reaches the owner unchanged, with its real From: answers then show the real address. */
  transparent: z.boolean(),
  /** Mail is delivered while its sender waits; off: it is stored first, encrypted, and the answer tells nothing. */
  cutThrough: z.boolean(),
  /** Automatic replies of the owner go out. */
  autoReplies: z.boolean(),
  /** Replies may carry parts that tell who wrote them, such as S/MIME signatures and PGP keys. */
  identityParts: z.boolean(),
  /** Replies may be encrypted, so that nobody can take out what tells who wrote them. */
  encryptedReplies: z.boolean(),
  /** Images that count who opens a message, and parameters of links that name who clicks, are taken out of mail to it. */
  removeTrackers: z.boolean(),
  /** Mail to it is not encrypted, whatever keys its inboxes have. */
  inClear: z.boolean(),
  /** What the unsubscribe button of mail to it does: what its author meant, pause the alias, or block the sender. */
  unsubscribe: z.enum(unsubscribeWishes),
  /** The name beside its address in what it sends, in place of what its owner's program wrote; null: that of its domain, if any. */
  fromName: fromNameSchema,
});
export type AliasSettings = z.infer<typeof aliasSettingsSchema>;

/** Those of a new alias. */
export const usualSettings: AliasSettings = {
  transparent: false,
  cutThrough: true,
  autoReplies: false,
  identityParts: false,
  encryptedReplies: false,
  removeTrackers: false,
  inClear: false,
  unsubscribe: 'author',
  fromName: null,
};
