import { everyHash, newestHash } from '#core/aliases/tombstone-hash.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** An address of ours, as `name@domain` in lower case, and an account. */
export interface OwnedAddress {
  readonly userId: string;
  readonly address: string;
}

/** Marks an address that stops being live, so that nobody but its last owner may take it again. */
export const placeTombstone = async (
  db: Db,
  keys: KeyRing,
  { userId, address }: OwnedAddress,
  now: Date,
): Promise<void> => {
  await db
    .insertInto('tombstones')
    .values({
      addressHash: newestHash(keys, [address]),
      ownerHash: newestHash(keys, [userId, address]),
      createdAt: now,
    })
    .execute();
};

/** Takes the tombstone of an address away for its last owner. False when it is somebody else's. */
export const liftTombstone = async (db: Db, keys: KeyRing, { userId, address }: OwnedAddress): Promise<boolean> => {
  const found = await db
    .selectFrom('tombstones')
    .select(['addressHash', 'ownerHash'])
    .where('addressHash', 'in', everyHash(keys, [address]))
    .executeTakeFirst();
  if (found === undefined) return true;
  if (!everyHash(keys, [userId, address]).some((hash) => hash.equals(found.ownerHash))) return false;
  await db.deleteFrom('tombstones').where('addressHash', '=', found.addressHash).execute();
  return true;
};

/** Whether an address was live once, whosever it was. */
export const isTombstoned = async (db: Db, keys: KeyRing, address: string): Promise<boolean> =>
  (await db
    .selectFrom('tombstones')
    .select('addressHash')
    .where('addressHash', 'in', everyHash(keys, [address]))
    .executeTakeFirst()) !== undefined;
