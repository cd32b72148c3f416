import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { openPart, sealPart } from '#mail/queue/seal-part.ts';
import type { Random } from '#platform/random.ts';

const envelopeSchema = z.strictObject({
  kind: z.enum(['forward', 'sent', 'system']),
  senderProven: z.boolean(),
  /** Empty for `<>`. */
  reversePath: z.string(),
  /** Every target of an alias that got the message, refused it or still waits for it. */
  targets: z.array(
    z.strictObject({
      deliveryId: z.string(),
      aliasId: z.string(),
      targetId: z.string(),
      /** What its header block was written for. */
      kind: z.enum(['email', 'webhook']),
      /** Hash of the contact that wrote it, in hex. */
      authorHash: z.string().optional(),
    }),
  ),
});

/** What the spool remembers about a waiting message, sealed. */
export type SpoolEnvelope = z.infer<typeof envelopeSchema>;

const recipientSchema = z.strictObject({ mailFrom: z.string(), rcptTo: z.string() });

/** Where mail goes that no link leads: system mail, mail to the operator, what aliases send. */
export type FixedRecipient = z.infer<typeof recipientSchema>;

function toOctets(value: SpoolEnvelope | FixedRecipient): Buffer {
  return Buffer.from(JSON.stringify(value));
}
function fromOctets(octets: Buffer): unknown {
  return JSON.parse(octets.toString());
}

export function sealEnvelope(key: KeyObject, random: Random, messageId: string, envelope: SpoolEnvelope): Buffer {
  return sealPart(key, random, { messageId, part: 'envelope' }, toOctets(envelope));
}

/** @throws Error when the octets were altered or belong to another message. */
export function openEnvelope(key: KeyObject, messageId: string, sealed: Buffer): SpoolEnvelope {
  return envelopeSchema.parse(fromOctets(openPart(key, { messageId, part: 'envelope' }, sealed)));
}

interface DeliveryPlace {
  readonly messageId: string;
  readonly deliveryId: string;
}

export function sealRecipient(
  key: KeyObject,
  random: Random,
  { messageId, deliveryId }: DeliveryPlace,
  recipient: FixedRecipient,
): Buffer {
  return sealPart(key, random, { messageId, part: `recipient:${deliveryId}` }, toOctets(recipient));
}

/** @throws Error when the octets were altered or belong to another delivery. */
export function openRecipient(
  key: KeyObject,
  { messageId, deliveryId }: DeliveryPlace,
  sealed: Buffer,
): FixedRecipient {
  return recipientSchema.parse(fromOctets(openPart(key, { messageId, part: `recipient:${deliveryId}` }, sealed)));
}
