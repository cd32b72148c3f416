import { z } from 'zod';
import { apiKeyFaults } from '#contract/account-faults.ts';
import { limits } from '#contract/limits.ts';

export const createApiKeySchema = z.strictObject({
  name: z
    .string({ error: apiKeyFaults.nameRequired })
    .trim()
    .min(1, apiKeyFaults.nameRequired)
    .max(limits.apiKeyNameMax, apiKeyFaults.nameTooLong),
  /** Left out: the key lasts until it is revoked. */
  days: z
    .int({ error: apiKeyFaults.days })
    .min(1, apiKeyFaults.days)
    .max(limits.apiKeyDaysMax, apiKeyFaults.days)
    .optional(),
});
export type CreateApiKeyInput = z.infer<typeof createApiKeySchema>;

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  expired: z.boolean(),
  /** Day (UTC) of the last request with it. */
  lastUsedOn: z.iso.date().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Right after it was made, and never again. */
export const newApiKeySchema = apiKeySchema.extend({ key: z.string() });
export type NewApiKey = z.infer<typeof newApiKeySchema>;

export const apiKeysResponseSchema = z.object({ apiKeys: z.array(apiKeySchema) });

export const newApiKeyResponseSchema = z.object({ apiKey: newApiKeySchema });
export type NewApiKeyResponse = z.infer<typeof newApiKeyResponseSchema>;
