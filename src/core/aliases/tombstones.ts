import type { Selectable } from 'kysely';
import { everyHash, newestHash } from '#core/aliases/tombstone-hash.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';
import type { TombstonesTable } from '#database/tables.ts';

/** An address of ours, as `name@domain` in lower case, and an account. */
export interface OwnedAddress {
  readonly userId: string;
  readonly address: string;
}

/** A tombstone as it stands, to be put back as it was. */
export type Tombstone = Selectable<TombstonesTable>;

/** An address that stops being live. */
interface GivenUp extends OwnedAddress {
  /** A forwarding provider elsewhere had it from us. */
  readonly atProvider?: boolean;
}

/** Rows of one statement, which takes 65,535 values at most. */
const chunkRows = 1000;

/** Marks addresses that stop being live, so that nobody but their last owner may take them again. */
export async function placeTombstones(db: Db, keys: KeyRing, addresses: readonly GivenUp[], now: Date): Promise<void> {
  for (let start = 0; start < addresses.length; start += chunkRows) {
    const rows = addresses.slice(start, start + chunkRows).map(({ userId, address, atProvider = false }) => ({
      addressHash: newestHash(keys, [address]),
      ownerHash: newestHash(keys, [userId, address]),
      atProvider,
      createdAt: now,
    }));
    await db.insertInto('tombstones').values(rows).execute();
  }
}

/** The same for one. */
export function placeTombstone(db: Db, keys: KeyRing, address: GivenUp, now: Date): Promise<void> {
  return placeTombstones(db, keys, [address], now);
}

/** Takes the tombstone of an address away for its last owner. `free`: false when it is somebody else's. */
export async function liftTombstone(
  db: Db,
  keys: KeyRing,
  { userId, address }: OwnedAddress,
): Promise<{ readonly free: boolean; readonly lifted: Tombstone | null }> {
  const found = await db
    .selectFrom('tombstones')
    .selectAll()
    .where('addressHash', 'in', everyHash(keys, [address]))
    .executeTakeFirst();
  if (found === undefined) return { free: true, lifted: null };
  if (!everyHash(keys, [userId, address]).some((hash) => hash.equals(found.ownerHash))) {
    return { free: false, lifted: null };
  }
  await db.deleteFrom('tombstones').where('addressHash', '=', found.addressHash).execute();
  return { free: true, lifted: found };
}

/** Puts a tombstone back that was lifted. */
export async function restoreTombstone(db: Db, tombstone: Tombstone): Promise<void> {
  await db.insertInto('tombstones').values(tombstone).execute();
}

/** Whether the provider once had an address from us, whosever it was. */
export async function wasAtProvider(db: Db, keys: KeyRing, address: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('tombstones')
      .select('addressHash')
      .where('addressHash', 'in', everyHash(keys, [address]))
      .where('atProvider', '=', true)
      .executeTakeFirst()) !== undefined
  );
}
