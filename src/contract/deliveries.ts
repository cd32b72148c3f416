import { z } from 'zod';
import { aliasDeliveriesSchema } from '#contract/aliases.ts';

/** Aliases for which nothing waits are left out: mostly there are none. */
export const deliveriesResponseSchema = z.object({
  deliveries: z.array(aliasDeliveriesSchema.extend({ aliasId: z.uuid() })),
});
export type DeliveriesResponse = z.infer<typeof deliveriesResponseSchema>;
