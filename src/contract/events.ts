import { z } from 'zod';
import { pages } from '#contract/pages.ts';

const method = z.enum(['email', 'wallet', 'google']);

/**
 * What the web app may count. All sets are closed: nothing a person typed can get in. Counted by day, name,
 * category and label, and by nothing else.
 */
export const eventSchema = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('login_success'),
    category: z.literal('authentication').optional(),
    label: z.enum(['email_login', 'registration', 'wallet_connection', 'google_login']).optional(),
  }),
  z.strictObject({
    name: z.literal('logout'),
    category: z.literal('authentication').optional(),
    label: method.optional(),
  }),
  z.strictObject({ name: z.enum(['alias_created', 'alias_deleted']), category: z.literal('aliases').optional() }),
  z.strictObject({
    name: z.literal('smtp_copied'),
    category: z.literal('smtp').optional(),
    label: z.enum(['username', 'password']).optional(),
  }),
  z.strictObject({
    name: z.literal('page_view'),
    /** A page of the web app by its pattern; `*` for a path that is none. */
    path: z.enum([...pages, '*']),
  }),
]);
export type Event = z.infer<typeof eventSchema>;
