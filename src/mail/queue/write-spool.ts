import type { KeyObject } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';
import type { Db } from '#database/database.ts';
import { spoolDay, sealPart, sealEnvelope, sealRecipient, type SpoolEnvelope } from '#mail/queue/spool-sealing.ts';
import {
  destinationHash,
  isWebhookUrl,
  type Delivery,
  type HeaderBlock,
  type DeliveryBatch,
} from '#mail/queue/state/delivery.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { durably, fromNowSql, nextAttemptSql } from '#mail/queue/state/leases.ts';

/** Runs statements in a transaction. */
interface Client {
  query(statement: { readonly name: string; readonly text: string; readonly values: unknown[] }): Promise<unknown>;
}

/** A delivery to be kept until it is settled. */
export interface SpoolEntry {
  readonly delivery: Delivery;
  /** 1 when it was tried already: it is due by the schedule; 0: due at once. */
  readonly attempts: 0 | 1;
  /** The lease under which this process works on it; null: nobody does. */
  readonly leaseId: string | null;
  /** It was tried, and no server answered: it is due as soon as one does, too. */
  readonly unanswered: boolean;
  /** Another target of the alias has the message. */
  readonly reached: boolean;
}

/**
 * A whole message in one statement. Header blocks come as one value, cut by their lengths: a list of large values would
 * travel as text, twice as long.
 */
const writeStatement = {
  name: 'spool-write',
  text: `
    with message as (
      insert into spool_messages (id, key_version, envelope_sealed, body_bytes) values ($1, $2, $3, $4)),
    chunk as (
      insert into spool_chunks (message_id, sequence, sealed) select $1, 0, $5::bytea where $5::bytea is not null),
    header as (
      insert into spool_headers (id, message_id, sealed)
      select h.id, $1, substring($6::bytea from h.start for h.length)
      from unnest($7::uuid[], $8::int[], $9::int[]) h (id, start, length)),
    delivery as (
      insert into spool_deliveries (id, message_id, header_id, user_id, alias_id, link_id, recipient_sealed,
        destination_hash, attempts, lease_id, unanswered, reached, origin, state, next_attempt_at, expires_at,
        lease_until, leased_by)
      select d.id, $1, d.header_id, d.user_id, d.alias_id, d.link_id, d.recipient_sealed,
        d.destination_hash, d.attempts, d.lease_id, d.unanswered, d.reached, $26::uuid,
        case when d.lease_id is null then 'waiting' else 'in_flight' end,
        case d.attempts when 0 then now() else ${nextAttemptSql('1', '$21::float8[]', '$22::float8')} end,
        ${fromNowSql('$23::float8')},
        case when d.lease_id is not null then ${fromNowSql('$24::float8')} end,
        case when d.lease_id is not null then $25::uuid end
      from unnest($10::uuid[], $11::uuid[], $12::uuid[], $13::uuid[], $14::bigint[], $15::bytea[], $16::bytea[],
        $17::int[], $18::uuid[], $19::boolean[], $20::boolean[])
        d (id, header_id, user_id, alias_id, link_id, recipient_sealed, destination_hash, attempts, lease_id,
          unanswered, reached))
    ${durably}`,
};

const chunkStatement = {
  name: 'spool-write-chunk',
  text: 'insert into spool_chunks (message_id, sequence, sealed) values ($1, $2, $3)',
};

/**
 * Keeps a message, sealed by the key of the day, for the deliveries in `entries`. When it resolves, the message is on
 * stable storage, or will be with the transaction `db`. One transaction; all times are the database's.
 *
 * @throws Error when the database cannot commit; nothing is kept then.
 */
export async function writeSpool(
  context: QueueContext,
  message: DeliveryBatch,
  entries: readonly SpoolEntry[],
  db?: Db,
): Promise<void> {
  const write = await sealWrite(context, message, entries);
  if (db !== undefined) {
    await write.run({ query: ({ text, values }) => db.executeQuery(CompiledQuery.raw(text, values)) });
    return;
  }
  if (message.body.length <= context.limits.chunkBytes) {
    await context.database.pool.query(write.statement);
    return;
  }
  await inTransaction(context.database, (client) => write.run(client));
}

/**
 * Keeps messages in one transaction with what `before` does in it. @throws what `before` throws, or Error when the
 * database cannot commit; nothing is kept then.
 */
export async function writeSpoolWith(
  context: QueueContext,
  messages: readonly (readonly [DeliveryBatch, readonly SpoolEntry[]])[],
  before: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const writes = await Promise.all(messages.map(([message, entries]) => sealWrite(context, message, entries)));
  await inTransaction(context.database, async (client) => {
    await before(client);
    for (const { run } of writes) await run(client);
  });
}

async function sealWrite(context: QueueContext, message: DeliveryBatch, entries: readonly SpoolEntry[]) {
  const day = spoolDay(context.clock);
  const key = await context.keys.spoolKey(day);
  const statement = { ...writeStatement, values: valuesOf(context, { message, entries, key, day }) };
  const run = async (client: Client): Promise<void> => {
    await client.query(statement);
    await insertMoreChunks(context, client, key, message);
  };
  return { statement, run };
}

/** Runs `work` on one connection, all or nothing. */
export async function inTransaction(
  { pool }: QueueContext['database'],
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } catch (error) {
    failure = error instanceof Error ? error : new Error('the spool could not be written');
    throw error;
  } finally {
    // A connection that failed within a transaction is not used again; the database rolls back when it ends.
    client.release(failure);
  }
}

function sealChunk(context: QueueContext, key: KeyObject, { id, body }: DeliveryBatch, sequence: number): Buffer {
  const { limits, random } = context;
  const start = sequence * limits.chunkBytes;
  const place = { messageId: id, part: `chunk:${sequence}` } as const;
  return sealPart(key, random, place, body.subarray(start, start + limits.chunkBytes));
}

/** One by one, so that a large message is never held twice. */
async function insertMoreChunks(
  context: QueueContext,
  client: Client,
  key: KeyObject,
  message: DeliveryBatch,
): Promise<void> {
  for (let sequence = 1; sequence * context.limits.chunkBytes < message.body.length; sequence += 1) {
    const values = [message.id, sequence, sealChunk(context, key, message, sequence)];
    await client.query({ ...chunkStatement, values });
  }
}

interface Write {
  readonly message: DeliveryBatch;
  readonly entries: readonly SpoolEntry[];
  readonly key: KeyObject;
  readonly day: number;
}

function valuesOf(context: QueueContext, write: Write): unknown[] {
  const { message, key, day } = write;
  const { id, body } = message;
  const envelope = sealEnvelope(key, context.random, id, envelopeOf(message));
  const chunk = body.length === 0 ? null : sealChunk(context, key, message, 0);
  return [id, day, envelope, body.length, chunk, ...headerValues(context, write), ...deliveryValues(context, write)];
}

function envelopeOf({ reversePath, kind, senderProven, deliveries, spared = [] }: DeliveryBatch): SpoolEnvelope {
  const targets = deliveries.flatMap(({ id: deliveryId, aliasId, targetId, rcptTo, authorHash, sealed }) => {
    if (aliasId === null || targetId === null) return [];
    const kind = isWebhookUrl(rcptTo) ? ('webhook' as const) : ('email' as const);
    return [{ deliveryId, aliasId, targetId, kind, authorHash, ...(sealed === true && { sealed }) }];
  });
  const served = spared.map((target) => ({ deliveryId: '', ...target }));
  return { reversePath, kind, senderProven, targets: [...targets, ...served] };
}

function headerBlocks(entries: readonly Pick<SpoolEntry, 'delivery'>[]): readonly HeaderBlock[] {
  return [...new Set(entries.map(({ delivery }) => delivery.header))];
}

/** What a message takes in the spool: each header block and the body once. */
export function spooledBytes({ body }: DeliveryBatch, entries: readonly Pick<SpoolEntry, 'delivery'>[]): number {
  return headerBlocks(entries).reduce((bytes, { octets }) => bytes + octets.length, body.length);
}

function headerValues({ random }: QueueContext, { message, entries, key }: Write): unknown[] {
  const blocks = headerBlocks(entries);
  const sealed = blocks.map(({ id, octets }) =>
    sealPart(key, random, { messageId: message.id, part: `header:${id}` }, octets),
  );
  // Counted from 1, as SQL does.
  let end = 1;
  const starts = sealed.map(({ length }) => (end += length) - length);
  return [Buffer.concat(sealed), blocks.map(({ id }) => id), starts, sealed.map(({ length }) => length)];
}

function deliveryValues(context: QueueContext, { message, entries, key }: Write): unknown[] {
  const { keys, leaseHolder, limits, random, transport } = context;
  const deliveries = entries.map(({ delivery }) => delivery);
  const recipients = deliveries.map(({ id, targetId, mailFrom, rcptTo }) =>
    targetId === null
      ? sealRecipient(key, random, { messageId: message.id, deliveryId: id }, { mailFrom, rcptTo })
      : null,
  );
  return [
    deliveries.map(({ id }) => id),
    deliveries.map(({ header }) => header.id),
    deliveries.map(({ userId }) => userId),
    deliveries.map(({ aliasId }) => aliasId),
    deliveries.map(({ linkId }) => linkId),
    recipients,
    deliveries.map(({ rcptTo }) => destinationHash(keys, transport, rcptTo)),
    entries.map(({ attempts }) => attempts),
    entries.map(({ leaseId }) => leaseId),
    entries.map(({ unanswered }) => unanswered),
    entries.map(({ reached }) => reached),
    [...limits.retryDelaysMs],
    limits.retryJitter,
    limits.giveUpAfterMs,
    limits.leaseMs,
    leaseHolder,
    message.origin ?? null,
  ];
}
