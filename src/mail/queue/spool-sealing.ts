import { type KeyObject, createCipheriv, createDecipheriv } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import { sql } from 'kysely';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { WaitingDestination } from '#core/operator/operator-context.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Database } from '#database/database.ts';
import { hashDestination, isWebhookUrl } from '#mail/queue/state/delivery.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { smarthostDestination } from '#protocol/smtp-client/smarthost-transport.ts';

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

interface QueueReader {
  readonly database: Database;
  readonly keys: KeyRing;
}

interface SampleRow {
  readonly id: string;
  readonly messageId: string;
  readonly keyVersion: number;
  readonly recipientSealed: Buffer | null;
  readonly targetId: string | null;
  readonly valueSealed: Buffer | null;
}

/** Beyond these nobody reads; the longest queues come first. */
const mostDestinations = 200;

/** Whom one delivery goes to; null when nobody can tell any more. */
async function openSample({ keys }: QueueReader, row: SampleRow): Promise<string | null> {
  const { id: deliveryId, messageId, keyVersion, recipientSealed, targetId, valueSealed } = row;
  try {
    if (recipientSealed !== null) {
      const key = await keys.existingSpoolKey(keyVersion);
      return openRecipient(key, { messageId, deliveryId }, recipientSealed).rcptTo;
    }
    return targetId === null || valueSealed === null
      ? null
      : keys.open(targetValueContext(targetId), valueSealed).toString();
  } catch (error) {
    if (error instanceof UnreadableMail) return null;
    throw error;
  }
}

/** What operators are shown of a destination: a host or a domain, never an address. Null: none of these is its name. */
function nameOf(keys: KeyRing, destinationHash: Buffer, rcptTo: string): string | null {
  const domain = isWebhookUrl(rcptTo) ? null : splitAddress(rcptTo).domain;
  const names: readonly (readonly [destination: string, shown: string])[] = [
    [smarthostDestination, smarthostDestination],
    ...(domain === null
      ? [[`webhook:${rcptTo}`, `webhook at ${URL.parse(rcptTo)?.host ?? ''}`] as const]
      : [[domain, domain] as const, [`local:${rcptTo.toLowerCase()}`, 'this server'] as const]),
  ];
  return names.find(([destination]) => hashDestination(keys, destination).equals(destinationHash))?.[1] ?? null;
}

interface DestinationRow {
  readonly destinationHash: Buffer;
  readonly waiting: number;
  readonly held: number;
  readonly oldestAt: Date;
  readonly nextAt: Date | null;
  readonly sampleId: string;
}

/** What waits, by destination, most first. The name comes from one delivery of each, whose target is opened for it. */
export async function readDestinations(reader: QueueReader): Promise<WaitingDestination[]> {
  const { db } = reader.database;
  const { rows } = await sql<DestinationRow>`
    select destination_hash, count(*)::int as waiting, count(*) filter (where state = 'held')::int as held,
      min(created_at) as oldest_at, min(next_attempt_at) filter (where state = 'waiting') as next_at,
      (array_agg(id))[1] as sample_id
    from spool_deliveries group by destination_hash order by waiting desc limit ${mostDestinations}`.execute(db);
  const { rows: samples } = await sql<SampleRow>`
    select d.id, d.message_id, m.key_version, d.recipient_sealed, t.id as target_id, t.value_sealed
    from spool_deliveries d join spool_messages m on m.id = d.message_id
    left join alias_targets l on l.id = d.link_id left join targets t on t.id = l.target_id
    where d.id = any(${rows.map(({ sampleId }) => sampleId)}::uuid[])`.execute(db);
  const byId = new Map(samples.map((sample) => [sample.id, sample]));
  return Promise.all(
    rows.map(async ({ sampleId, ...row }) => {
      const sample = byId.get(sampleId);
      const rcptTo = sample === undefined ? null : await openSample(reader, sample);
      return { ...row, name: rcptTo === null ? null : nameOf(reader.keys, row.destinationHash, rcptTo) };
    }),
  );
}
