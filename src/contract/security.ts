import { z } from 'zod';

/** What happened to an account that its owner should hear of. */
export const securityEventSchema = z.object({
  kind: z.enum([
    'password_changed',
    'second_factor_on',
    'second_factor_off',
    'second_factor_reset_asked',
    'data_exported',
    'deletion_begun',
    'five_failures',
    'locked',
    'unlocked',
    'method_added',
    'method_removed',
    'key_made',
    'credential_made',
    'new_device',
    'alias_sent_elsewhere',
    'inbox_removed',
  ]),
  method: z.enum(['password', 'google', 'wallet', 'passkey']).optional(),
  /** Of an API key. */
  name: z.string().optional(),
  scope: z.string().optional(),
  device: z.string().optional(),
  /** `name@domain`. */
  alias: z.string().optional(),
});
export type SecurityEventFacts = z.infer<typeof securityEventSchema>;

export const listedEventSchema = securityEventSchema.extend({ id: z.uuid(), at: z.iso.datetime() });
export type ListedEvent = z.infer<typeof listedEventSchema>;

export const securitySchema = z.object({
  /** The last ones, newest first. */
  events: z.array(listedEventSchema),
  /** How many inboxes are warned of what happens. */
  warnedInboxes: z.int(),
  /** Since when everything is locked; null: it is not. */
  lockedAt: z.iso.datetime().nullable(),
});
export type Security = z.infer<typeof securitySchema>;
export const securityResponseSchema = z.object({ security: securitySchema });

/** What the page behind a mailed link to lock an account shows: nothing of the account. */
const lockLinkSchema = z.object({ locked: z.boolean() });
export const lockLinkResponseSchema = z.object({ link: lockLinkSchema });

/** Programs that get in without a password, and may stay when it is replaced. */
export const programSchema = z.object({
  id: z.uuid(),
  kind: z.enum(['api_key', 'smtp']),
  /** Of an API key its name, of an SMTP credential its alias; null where the inbox must not learn it. */
  name: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Program = z.infer<typeof programSchema>;
export const programsResponseSchema = z.object({ programs: z.array(programSchema) });
