import { type KeyObject, createCipheriv, createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Days since 1970-01-01 (UTC): the version of the spool key that seals today's messages. */
export function spoolDay(clock: Clock): number {
  return Math.floor(clock.now() / dayMs);
}

const nonceBytes = 12;
const tagBytes = 16;
const cipherName = 'aes-256-gcm';

/** The place a sealed part may be opened at, and nowhere else. */
interface PartPlace {
  readonly messageId: string;
  /** Which part of the message, for example `chunk:3`. */
  readonly part: 'envelope' | `chunk:${number}` | `header:${string}` | `recipient:${string}`;
}

function associatedData({ messageId, part }: PartPlace): Buffer {
  return Buffer.from(`${messageId}/${part}`);
}

/** Seals a part of a waiting message (AES-256-GCM): nonce (12 octets), ciphertext, tag (16). */
export function sealPart(key: KeyObject, random: Random, place: PartPlace, plaintext: Buffer): Buffer {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv(cipherName, key, nonce).setAAD(associatedData(place));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** A waiting message is damaged: no later try can read it either. */
export class UnreadableMail extends Error {
  override readonly name = 'UnreadableMail';
}

/** @throws UnreadableMail when the octets were altered, belong to another place or were sealed by another key. */
export function openPart(key: KeyObject, place: PartPlace, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  try {
    const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes })
      .setAAD(associatedData(place))
      .setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
  } catch (error) {
    throw new UnreadableMail('a part of a waiting message cannot be opened', { cause: error });
  }
}

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
      /** Of the contact that wrote it (`author-mark`). */
      authorHash: z.string().optional(),
      /** It was encrypted for this target, and nobody else can read it. */
      sealed: z.boolean().optional(),
    }),
  ),
});

/** What the spool remembers about a waiting message, sealed. */
export type SpoolEnvelope = z.infer<typeof envelopeSchema>;

const recipientSchema = z.strictObject({ mailFrom: z.string(), rcptTo: z.string() });

/** Where mail goes that no route leads: system mail, mail to the operator, what aliases send. */
export type FixedRecipient = z.infer<typeof recipientSchema>;

function toOctets(value: SpoolEnvelope | FixedRecipient): Buffer {
  return Buffer.from(JSON.stringify(value));
}
function fromOctets<Value>(schema: z.ZodType<Value>, octets: Buffer): Value {
  try {
    return schema.parse(JSON.parse(octets.toString()));
  } catch (error) {
    throw new UnreadableMail('a part of a waiting message has no form that we know', { cause: error });
  }
}

export function sealEnvelope(key: KeyObject, random: Random, messageId: string, envelope: SpoolEnvelope): Buffer {
  return sealPart(key, random, { messageId, part: 'envelope' }, toOctets(envelope));
}

/** @throws UnreadableMail when the octets were altered or belong to another message. */
export function openEnvelope(key: KeyObject, messageId: string, sealed: Buffer): SpoolEnvelope {
  return fromOctets(envelopeSchema, openPart(key, { messageId, part: 'envelope' }, sealed));
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

/** @throws UnreadableMail when the octets were altered or belong to another delivery. */
export function openRecipient(
  key: KeyObject,
  { messageId, deliveryId }: DeliveryPlace,
  sealed: Buffer,
): FixedRecipient {
  return fromOctets(recipientSchema, openPart(key, { messageId, part: `recipient:${deliveryId}` }, sealed));
}
