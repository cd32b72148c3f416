import { z } from 'zod';

/** What the browser must know of the server's set-up. Public. */
export const publicConfigSchema = z.object({
  version: z.string(),
  delivery: z.enum(['preview', 'smarthost', 'mx']),
  /** Outbound mail goes to the local inbox at `/inbox`. */
  preview: z.boolean(),
  /** Google sign-in is set up. */
  google: z.boolean(),
  provider: z.literal('builtin'),
  defaultDomain: z.string(),
  confirmationRequired: z.boolean(),
});
export type PublicConfig = z.infer<typeof publicConfigSchema>;
