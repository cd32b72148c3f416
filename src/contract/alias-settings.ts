import { z } from 'zod';

/** How mail of one alias is handled, beyond the usual. */
export const aliasSettingsSchema = z.strictObject({
  /** Signed mail reaches the owner unchanged, with its real From: answers then show the real address. */
  transparent: z.boolean(),
  /** Mail is delivered while its sender waits; off: it is stored first, encrypted, and the answer tells nothing. */
  cutThrough: z.boolean(),
  /** Automatic replies of the owner go out. */
  autoReplies: z.boolean(),
  /** Replies may carry parts that tell who wrote them, such as S/MIME signatures and PGP keys. */
  identityParts: z.boolean(),
});
export type AliasSettings = z.infer<typeof aliasSettingsSchema>;

/** What is left out stays as it is. */
export const changeAliasSettingsSchema = aliasSettingsSchema
  .partial()
  .refine((input) => Object.values(input).some((value) => value !== undefined), 'At least one setting must be given');
export type ChangeAliasSettings = z.infer<typeof changeAliasSettingsSchema>;

export const aliasSettingsResponseSchema = z.object({ settings: aliasSettingsSchema });

export const changeTargetSchema = z.strictObject({
  /** Replies from this inbox are proven by SPF alone, for providers that do not sign their mail. */
  spfReplies: z.boolean(),
});
export const targetChangedMessage = 'Target changed';
