import { z } from 'zod';
import { fromNameSchema, notesSchema } from '#contract/aliases/alias-fields.ts';
import { unsubscribeWishes } from '#contract/aliases/unsubscribe.ts';

/**
 * What the owner of an alias says of it, each said here once: a new alias may come with it, the list shows it, a change of the alias replaces
 * it, and exports, imports and undos carry it. Columns of the database and of CSV files have the same names.
 */
export const ownFieldsShape = {
  notes: notesSchema.nullable(),
  /** What one of its inboxes answers is copied to the others. */
  copyReplies: z.boolean(),
} as const;
const ownFieldsSchema = z.object(ownFieldsShape);
export type OwnFields = z.infer<typeof ownFieldsSchema>;

/** As they come in: what is left out stays as it is. */
export const ownInputShape = ownFieldsSchema.partial().shape;

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

/** Texts that only the owner reads: their columns hold them sealed (`fromName` in `from_name_sealed`), all others as they are. */
export const sealedFields = ['notes', 'fromName'] as const;
export type SealedField = (typeof sealedFields)[number];
