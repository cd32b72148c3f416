import { z } from 'zod';

/**
 * Why a message was held. `unauthenticated`: nobody vouches for it; `rejected`: the sender's domain wants it refused;
 * `rule`: its owner's own.
 */
const heldReasonSchema = z.enum(['unauthenticated', 'rejected', 'spam', 'rule']);

export const heldMessageSchema = z.object({
  id: z.uuid(),
  aliasId: z.uuid(),
  /** `name@domain`. */
  alias: z.string(),
  /** `Name <address>` or the address: as the message says, and nobody vouches for it. */
  from: z.string(),
  subject: z.string(),
  reason: heldReasonSchema,
  /** SPF or DKIM vouches for its From: a rule about that sender takes the next one past the spam filter. */
  proven: z.boolean(),
  receivedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  bytes: z.int(),
});
export type HeldMessage = z.infer<typeof heldMessageSchema>;

export const heldResponseSchema = z.object({
  held: z.array(heldMessageSchema),
  /** Null: its owner was not asked yet; 0: nothing is held. */
  holdDays: z.int().nullable(),
  digest: z.boolean(),
  /** Where nothing is held by its owner's choice: messages that were refused, by alias. */
  refusals: z.array(z.object({ aliasId: z.uuid(), alias: z.string(), thisWeek: z.int(), lastWeek: z.int() })),
});
export type HeldList = z.infer<typeof heldResponseSchema>;

export const releaseHeldSchema = z.strictObject({
  /** Its From is let through to this alias from now on. */
  allow: z.boolean().optional(),
  /** Also where the sender's own domain wants it refused. */
  evenIfRejected: z.boolean().optional(),
});
export type ReleaseHeld = z.infer<typeof releaseHeldSchema>;
