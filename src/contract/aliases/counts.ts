import { z } from 'zod';

const count = z.int().nonnegative();

/** Messages of an alias: taken for it, dropped, held, gone out in its name. */
const aliasSumSchema = z.object({ forwarded: count, dropped: count, held: count, replied: count });
export type AliasSum = z.infer<typeof aliasSumSchema>;

const aliasDaySchema = aliasSumSchema.extend({
  /** UTC. */
  day: z.iso.date(),
});
export type AliasDay = z.infer<typeof aliasDaySchema>;

export const aliasCountsResponseSchema = z.object({
  /** Of the last 30 days those with mail, newest first. */
  days: z.array(aliasDaySchema),
  /** The sum of all days before. */
  before: aliasSumSchema,
});
/** The counts of all aliases, as an export lists them; without a day: the sum of those that are over. */
export const exportedCountSchema = aliasSumSchema.extend({ aliasId: z.uuid(), day: z.iso.date().nullable() });
