import { sql } from 'kysely';
import type { Config } from '#config/config.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Database } from '#database/database.ts';
import { openPart, openRecipient } from '#mail/queue/spool-sealing.ts';
import { systemRandom } from '#platform/random.ts';
import { idOf, type Copy } from './delivery-name.ts';

/** A spooled delivery under a lease. */
export interface LeasedRow {
  readonly id: string;
  readonly messageId: string;
  readonly headerId: string;
  readonly sealed: Buffer;
  readonly keyVersion: number;
  readonly recipientSealed: Buffer | null;
  /** Null where the recipient is fixed. */
  readonly targetId: string | null;
  readonly valueSealed: Buffer | null;
}

/** The spooled deliveries under leases with these ends: what their programs were at work on. A standby tells it too. */
export async function readLeased({ db }: Database, leaseMarks: readonly string[]): Promise<LeasedRow[]> {
  const { rows } = await sql<LeasedRow>`
    select d.id, m.id as message_id, h.id as header_id, h.sealed, m.key_version, d.recipient_sealed, t.id as target_id,
      t.value_sealed
    from spool_deliveries d
    join spool_headers h on h.id = d.header_id join spool_messages m on m.id = d.message_id
    left join alias_targets l on l.id = d.link_id left join targets t on t.id = l.target_id
    where d.lease_id::text like any(${leaseMarks.map((mark) => `%${mark}`)}::text[])`.execute(db);
  return rows;
}

/** Those of messages of the test, and where they go. */
export async function openLeased(database: Database, config: Config, rows: readonly LeasedRow[]): Promise<Copy[]> {
  const secretKey = await loadSecretKey({ config, database, random: systemRandom });
  const keys = await openKeyRing({ database, secretKey, random: systemRandom });
  const leased: Copy[] = [];
  for (const row of rows) {
    const { id: deliveryId, messageId, headerId, sealed, keyVersion, recipientSealed, targetId, valueSealed } = row;
    const key = await keys.existingSpoolKey(keyVersion);
    const header = openPart(key, { messageId, part: `header:${headerId}` }, sealed);
    const recipient =
      targetId !== null && valueSealed !== null
        ? keys.open(targetValueContext(targetId), valueSealed).toString()
        : openRecipient(key, { messageId, deliveryId }, recipientSealed ?? Buffer.alloc(0)).rcptTo;
    const id = idOf(recipient, header);
    if (!Number.isNaN(id)) leased.push({ id, recipient });
  }
  return leased;
}
