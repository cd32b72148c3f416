import { z } from 'zod';
import { accountFaults, findEmailFault } from '#contract/account-faults.ts';

/** What a mail program signs in with to send as each live alias of an account, or of those on one domain. */
export const accountCredentialSchema = z.object({
  id: z.uuid(),
  username: z.string(),
  /** The domain whose aliases it sends as; null: all of the account. */
  domainId: z.uuid().nullable(),
  /** Its name. */
  domain: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type AccountCredential = z.infer<typeof accountCredentialSchema>;

/** `password` is told this one time. */
const newAccountCredentialSchema = accountCredentialSchema.extend({ password: z.string() });
export type NewAccountCredential = z.infer<typeof newAccountCredentialSchema>;

export const createAccountCredentialSchema = z.strictObject({ domainId: z.uuid().nullish() });
export const checkSenderSchema = z.strictObject({
  sender: z
    .string({ error: accountFaults.email })
    .trim()
    .refine((text) => findEmailFault(text) === null, accountFaults.email),
});
/** As it is spelled here. */
export const senderResponseSchema = z.object({ sender: z.string() });
export const accountCredentialsResponseSchema = z.object({ credentials: z.array(accountCredentialSchema) });
export const newAccountCredentialResponseSchema = z.object({ credential: newAccountCredentialSchema });
