import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** An address of ours, as `name@domain` in lower case, and an account. */
export interface OwnedAddress {
  readonly userId: string;
  readonly address: string;
}

/** Stored form: key version (2 octets, big endian), MAC. */
const versioned = (version: number, mac: Buffer): Buffer => {
  const prefix = Buffer.alloc(2);
  prefix.writeUInt16BE(version);
  return Buffer.concat([prefix, mac]);
};

const newestHash = (keys: KeyRing, parts: readonly string[]): { version: number; hash: Buffer } => {
  const { version, mac } = keys.mac('tombstone', parts);
  return { version, hash: versioned(version, mac) };
};

/** The hashes of all key versions: tombstones outlive the key they were made under. */
const everyHash = (keys: KeyRing, parts: readonly string[]): Buffer[] => {
  const { version: newest, hash } = newestHash(keys, parts);
  const hashes = [hash];
  for (let version = newest - 1; version >= 1; version -= 1) {
    const mac = keys.macAt('tombstone', version, parts);
    if (mac !== null) hashes.push(versioned(version, mac));
  }
  return hashes;
};

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
      addressHash: newestHash(keys, [address]).hash,
      ownerHash: newestHash(keys, [userId, address]).hash,
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
