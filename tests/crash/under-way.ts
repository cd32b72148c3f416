import { sql } from 'kysely';
import { Pool } from 'pg';
import { createDatabase, type Database } from '#database/database.ts';
import type { CrashSenders } from './crash-senders.ts';
import { refusingInbox } from './crash-sink.ts';
import { besideProgram, inDatabase, type CrashWorld } from './crash-world.ts';
import type { DatabasePair } from './database-pair.ts';
import { deliveryName, senderOf, type Copy, type DeliveryName } from './delivery-name.ts';
import { openLeased, readLeased, type LeasedRow } from './find-leased.ts';
import { leaseMark } from './lease-mark.ts';
import type { CrashProgram } from './start-crash-program.ts';

/** What an hour and a day may bring is none of this test's business. */
async function forgetSent({ db }: Database): Promise<void> {
  await sql`delete from rate_limits where action_type like 'sending_%'`.execute(db);
}

/** What an attempt at a delivery may double: its copy, and of a refusal for good the report of it. */
function doubledBy({ id, recipient }: Copy): DeliveryName {
  return deliveryName({ id, recipient: recipient === refusingInbox ? senderOf(id) : recipient });
}

/**
 * What the end of these programs or of their database may double: deliveries that they had leased, and those of messages
 * that they had not answered 250.
 */
export async function findUnderWay(
  world: CrashWorld,
  senders: CrashSenders,
  leased: readonly LeasedRow[],
  programs: readonly CrashProgram[],
): Promise<DeliveryName[]> {
  const opened = await besideProgram(world, (database) => openLeased(database, world.config, leased));
  const unanswered = [...senders.open]
    .filter(([, offeredTo]) => programs.some(({ serial }) => offeredTo.has(serial)))
    .map(([message]) => message);
  const held = unanswered.flatMap(({ id, arrivals }) => arrivals.map((recipient) => ({ id, recipient })));
  return [...opened.map(doubledBy), ...held.map(deliveryName)];
}

/** What a killed program had leased; at once, as another program may soon have these leases. */
export function readLeasedBy(world: CrashWorld, { serial }: CrashProgram): Promise<LeasedRow[]> {
  return inDatabase(world, async (database) => {
    const leased = await readLeased(database, [leaseMark(serial)]);
    // May wait for another program.
    await forgetSent(database);
    return leased;
  });
}

/** The standby takes over; what all programs had leased when the primary died. */
export async function failOver(
  failOverTo: DatabasePair['failOver'],
  programs: readonly CrashProgram[],
): Promise<LeasedRow[]> {
  let leased: LeasedRow[] = [];
  await failOverTo(async (standbyUrl) => {
    const standby = createDatabase(new Pool({ connectionString: standbyUrl }));
    leased = await readLeased(
      standby,
      programs.map(({ serial }) => leaseMark(serial)),
    );
    await standby.db.destroy();
  });
  return leased;
}
