import { z } from 'zod';
import { aliasFormats, endingFormats, senderFormats } from '#contract/account/formats.ts';

/** What an account chose for aliases that are made up for it, and for how its mail looks. */
export const accountChoicesShape = {
  /** Where aliases are made that name no domain; null: none was chosen, or it can take none any more. */
  defaultDomain: z.string().nullable(),
  /** Null: none was chosen; words, and random characters for programs made for addy.io. */
  aliasFormat: z.enum(aliasFormats).nullable(),
  endingFormat: z.enum(endingFormats),
  senderFormat: z.enum(senderFormats),
};

const accountChoicesSchema = z.object(accountChoicesShape);
export type AccountChoices = z.infer<typeof accountChoicesSchema>;
