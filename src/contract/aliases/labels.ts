import { z } from 'zod';
import { labelNameSchema } from '#contract/aliases/alias-fields.ts';

export const labelInputSchema = z.strictObject({ name: labelNameSchema });

export const labelSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How many aliases have it; those in the bin do not count. */
  aliases: z.int().nonnegative(),
});
export type Label = z.infer<typeof labelSchema>;

/** By name. */
export const labelsResponseSchema = z.object({ labels: z.array(labelSchema) });
export const labelResponseSchema = z.object({ label: labelSchema });
