import { z } from 'zod';
import { providerStateSchema } from '#contract/provider.ts';
import { aliasFaultTexts } from '#messages/faults.ts';

export const createCredentialSchema = z.strictObject({ aliasId: z.uuid({ error: aliasFaultTexts.aliasIdRequired }) });

export const credentialSchema = z.object({
  id: z.uuid(),
  /** The address of the alias; for people the 'Email'. */
  username: z.string(),
  aliasId: z.uuid(),
  /** Anything but `live`: it does not sign in yet, as the forwarding provider does not know of it. */
  providerState: providerStateSchema,
  createdAt: z.iso.datetime(),
});
export type Credential = z.infer<typeof credentialSchema>;

/** Right after it was made or regenerated, and never again. */
export const newCredentialSchema = credentialSchema.extend({ password: z.string() });
export type NewCredential = z.infer<typeof newCredentialSchema>;

export const credentialsResponseSchema = z.object({ credentials: z.array(credentialSchema) });
export type CredentialsResponse = z.infer<typeof credentialsResponseSchema>;

export const newCredentialResponseSchema = z.object({ credential: newCredentialSchema });
export type NewCredentialResponse = z.infer<typeof newCredentialResponseSchema>;
