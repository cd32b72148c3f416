import { createSecretKey, type KeyObject } from 'node:crypto';
import type { CoreContext } from '#core/core-context.ts';
import { everyHash, newestHash } from '#core/aliases/tombstone-hash.ts';
import { decrypt, encrypt } from '#core/keys/authenticated-encryption.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';

/** A deleted alias, as its owner's client may still name it. */
export interface DeletedAlias {
  readonly userId: string;
  readonly aliasId: string;
}

const nonceOctets = 12;
const noContext = Buffer.alloc(0);

function nameParts({ userId, aliasId }: DeletedAlias): string[] {
  return ['alias', userId, aliasId];
}

/** Under a key version. From the id of the alias, which is erased with it: without it nobody reads the address. */
function addressKey(keys: KeyRing, version: number, { userId, aliasId }: DeletedAlias): KeyObject | null {
  const octets = keys.macAt('tombstone', version, ['address', userId, aliasId]);
  return octets === null ? null : createSecretKey(octets);
}

/** Lets a deleted alias be made again by its id. Its tombstone is there already. Runs in the caller's transaction. */
export async function markRestorable(
  db: Db,
  { keys, random }: Pick<CoreContext, 'keys' | 'random'>,
  alias: DeletedAlias,
  address: string,
): Promise<void> {
  const aliasHash = newestHash(keys, nameParts(alias));
  const key = addressKey(keys, aliasHash.readUInt16BE(), alias);
  if (key === null) return;
  const addressSealed = encrypt(key, random.bytes(nonceOctets), noContext, Buffer.from(address));
  await db
    .updateTable('tombstones')
    .set({ aliasHash, addressSealed })
    .where('addressHash', '=', newestHash(keys, [address]))
    .execute();
}

/** The address a deleted alias had; null for an alias of somebody else, one that is not deleted, and an unknown id. */
export async function findRestorableAddress(
  db: Db,
  { keys }: Pick<CoreContext, 'keys'>,
  alias: DeletedAlias,
): Promise<string | null> {
  const row = await db
    .selectFrom('tombstones')
    .select(['aliasHash', 'addressSealed'])
    .where('aliasHash', 'in', everyHash(keys, nameParts(alias)))
    .executeTakeFirst();
  if (!row?.aliasHash || row.addressSealed === null) return null;
  const key = addressKey(keys, row.aliasHash.readUInt16BE(), alias);
  return key === null ? null : decrypt(key, noContext, row.addressSealed).toString();
}
