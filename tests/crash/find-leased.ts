import { sql } from 'kysely';
import type { Config } from '#config/config.ts';
import { loadSecretKey } from '#core/keys/load-secret-key.ts';
import { openKeyRing } from '#core/keys/open-key-ring.ts';
import { targetValueContext } from '#core/targets/target-value.ts';
import type { Database } from '#database/database.ts';
import { openDatabase } from '#database/open-database.ts';
import { openPart } from '#mail/spool/seal-part.ts';
import { systemRandom } from '#platform/random.ts';
import { silentLog } from '#support/silent-log.ts';
import { deliveryName, messageIdOf, type DeliveryName } from './delivery-name.ts';

interface LeasedRow {
  readonly messageId: string;
  readonly headerId: string;
  readonly sealed: Buffer;
  readonly keyVersion: number;
  readonly targetId: string;
  readonly valueSealed: Buffer;
}

const readLeased = async ({ db }: Database): Promise<LeasedRow[]> => {
  const { rows } = await sql<LeasedRow>`
    select m.id as message_id, h.id as header_id, h.sealed, m.key_version, t.id as target_id, t.value_sealed
    from spool_deliveries d
    join spool_headers h on h.id = d.header_id join spool_messages m on m.id = d.message_id
    join alias_targets l on l.id = d.link_id join targets t on t.id = l.target_id
    where d.lease_id is not null`.execute(db);
  return rows;
};

/** The spooled deliveries that the dead program of this configuration was at work on. */
export const findLeased = async (config: Config): Promise<Set<DeliveryName>> => {
  const { database, close } = await openDatabase({ config, log: silentLog, random: systemRandom });
  const secretKey = await loadSecretKey({ config, database, random: systemRandom });
  const keys = await openKeyRing({ database, secretKey, random: systemRandom });
  const names = new Set<DeliveryName>();
  for (const { messageId, headerId, sealed, keyVersion, targetId, valueSealed } of await readLeased(database)) {
    const key = await keys.existingSpoolKey(keyVersion);
    const header = openPart(key, { messageId, part: `header:${headerId}` }, sealed);
    const recipient = keys.open(targetValueContext(targetId), valueSealed).toString();
    names.add(deliveryName({ id: messageIdOf(header), recipient }));
  }
  await close();
  return names;
};
