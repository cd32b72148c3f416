import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openPart, sealPart, UnreadableMail } from '#mail/queue/spool-sealing.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { Random } from '#platform/random.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';

const text = z.string().nullable();

/** What the verifiers found, as they wrote it. */
const authenticationSchema = z.custom<Authentication>(
  (value) =>
    z
      .object({
        spf: z.object({ result: z.string(), domain: text }),
        dkim: z.array(z.object({ result: z.string(), domain: text })),
        dmarc: z.object({ result: z.string(), policy: text, domain: z.string() }),
        arc: z.object({ result: z.string(), instance: z.int(), sealers: z.array(z.string()) }),
      })
      .safeParse(value).success,
);

const heldEnvelopeSchema = z.object({
  /** As its owner reads them. */
  from: z.string(),
  subject: z.string(),
  /** What a rule that lets the next one through would be about. */
  match: z.string(),
  /** Empty for `<>`. */
  reversePath: z.string(),
  client: z.object({ remoteAddress: text, helo: z.string(), protocol: z.string() }),
  authentication: authenticationSchema,
  unverified: z.boolean(),
  vouchedBy: text,
  senderProven: z.boolean(),
  spam: z.boolean(),
  /** The content is encrypted, one after the other, for these inboxes of the alias. */
  sealedFor: z
    .array(z.object({ targetId: z.string(), headerBytes: z.int().min(0), bodyBytes: z.int().min(0) }))
    .optional(),
});

/** What is kept of a held message beside its octets: the verdict that it had, for its release. */
export type HeldEnvelope = z.infer<typeof heldEnvelopeSchema>;

export function sealHeldEnvelope(key: KeyObject, random: Random, heldId: string, envelope: HeldEnvelope): Buffer {
  return sealPart(key, random, { messageId: heldId, part: 'envelope' }, Buffer.from(JSON.stringify(envelope)));
}

/** @throws Error when the octets were altered or belong to another message. */
export function openHeldEnvelope(key: KeyObject, heldId: string, sealed: Buffer): HeldEnvelope {
  const octets = openPart(key, { messageId: heldId, part: 'envelope' }, sealed);
  return heldEnvelopeSchema.parse(JSON.parse(octets.toString()));
}

interface SealedHeld {
  readonly id: string;
  readonly keyVersion: number;
  readonly envelopeSealed: Buffer;
}

/** What its owner reads of a held message; null where that is damaged, which hides no other one. */
export async function readShown(
  { keys, log }: Pick<QueueContext, 'keys' | 'log'>,
  { id, keyVersion, envelopeSealed }: SealedHeld,
): Promise<
  (Pick<HeldEnvelope, 'from' | 'subject'> & { readonly encrypted: boolean; readonly proven: boolean }) | null
> {
  const key = await keys.existingSpoolKey(keyVersion);
  try {
    const { from, subject, sealedFor, unverified } = openHeldEnvelope(key, id, envelopeSealed);
    return { from, subject, encrypted: sealedFor !== undefined, proven: !unverified };
  } catch (error) {
    if (!(error instanceof UnreadableMail)) throw error;
    log.warn('held.unreadable', {});
    return null;
  }
}
