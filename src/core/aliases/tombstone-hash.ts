import type { KeyRing } from '#core/keys/key-ring.ts';

/** Stored form: key version (2 octets, big endian), MAC. */
function versioned(version: number, mac: Buffer): Buffer {
  const prefix = Buffer.alloc(2);
  prefix.writeUInt16BE(version);
  return Buffer.concat([prefix, mac]);
}

/** How a tombstone names something from now on. */
export function newestHash(keys: KeyRing, parts: readonly string[]): Buffer {
  const { version, mac } = keys.mac('tombstone', parts);
  return versioned(version, mac);
}

/** The hashes of all key versions, newest first: tombstones outlive the key they were made under. */
export function everyHash(keys: KeyRing, parts: readonly string[]): Buffer[] {
  const { version: newest, mac } = keys.mac('tombstone', parts);
  const hashes = [versioned(newest, mac)];
  for (let version = newest - 1; version >= 1; version -= 1) {
    const older = keys.macAt('tombstone', version, parts);
    if (older !== null) hashes.push(versioned(version, older));
  }
  return hashes;
}
