import { sql } from 'kysely';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { WaitingDestination } from '#core/operator/operator-context.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Database } from '#database/database.ts';
import { openRecipient, UnreadableMail } from '#mail/queue/spool-sealing.ts';
import { hashDestination, isWebhookUrl } from '#mail/queue/state/delivery-batch.ts';
import { splitAddress } from '#protocol/message/address.ts';
import { smarthostDestination } from '#protocol/smtp-client/smarthost-transport.ts';

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
