import { z } from 'zod';

const count = z.int().nonnegative();

/** Totals of the whole service, at most a minute old. Public. */
export const statsSchema = z.object({ totalUsers: count, totalAliases: count });
export type Stats = z.infer<typeof statsSchema>;

export const statsResponseSchema = z.object({ stats: statsSchema });

/** What one account has now. */
export const accountStatsSchema = z.object({ aliases: count, activeAliases: count, targets: count });
export type AccountStats = z.infer<typeof accountStatsSchema>;

export const accountStatsResponseSchema = z.object({ stats: accountStatsSchema });
