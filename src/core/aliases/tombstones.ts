import { createSecretKey, type KeyObject } from 'node:crypto';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { limits } from '#contract/limits.ts';
import { changeAliasRows } from '#core/alias-rows/change-rows.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { NotedDb } from '#core/forwarding-provider.ts';
import { decrypt, encrypt } from '#core/keys/authenticated-encryption.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { Db } from '#database/database.ts';
import type { TombstonesTable } from '#database/tables.ts';

/** An address of ours, as `name@domain` in lower case, and an account. */
export interface OwnedAddress {
  readonly userId: string;
  readonly address: string;
  /** The domain of an account that the address is on, whose names are apart from those of its other holders; null: a shared one. */
  readonly ofDomain: string | null;
}

function addressParts({ address, ofDomain: domainId }: Pick<OwnedAddress, 'address' | 'ofDomain'>): string[] {
  return domainId === null ? [address] : [address, domainId];
}

/** A tombstone as it stands, to be put back as it was. */
export type Tombstone = Selectable<TombstonesTable>;

/** An address that stops being live. */
interface GivenUp extends OwnedAddress {
  /** A forwarding provider elsewhere had it from us. */
  readonly atProvider?: boolean;
  /** It carried mail, or may have. What a provider forwards is not seen here. */
  readonly used: boolean;
}

/** Rows of one statement, which takes 65,535 values at most. */
const chunkRows = 1000;

/**
 * Marks addresses that stop being live, so that nobody but their last owner may take them again. One whose alias leaves
 * the bin is marked already, and stays as it is.
 */
export async function placeTombstones(db: Db, keys: KeyRing, addresses: readonly GivenUp[], now: Date): Promise<void> {
  for (let start = 0; start < addresses.length; start += chunkRows) {
    const rows = addresses
      .slice(start, start + chunkRows)
      .map(({ userId, address, ofDomain: domainId, atProvider = false, used }) => ({
        addressHash: newestHash(keys, addressParts({ address, ofDomain: domainId })),
        ownerHash: newestHash(keys, [userId, address]),
        atProvider,
        used: used || atProvider,
        createdAt: now,
      }));
    await db
      .insertInto('tombstones')
      .values(rows)
      .onConflict((conflict) => conflict.column('addressHash').doNothing())
      .execute();
  }
}

/** The same for one. */
export function placeTombstone(db: Db, keys: KeyRing, address: GivenUp, now: Date): Promise<void> {
  return placeTombstones(db, keys, [address], now);
}

/**
 * Takes the tombstone of an address away for its last owner, who has given the address to an alias again, and for whoever may have what anybody
 * had (`claimed`). `free`: false when it is somebody else's.
 */
export async function liftTombstone(
  db: NotedDb,
  keys: KeyRing,
  {
    userId,
    address,
    aliasId,
    ofDomain: domainId,
    claimed,
  }: OwnedAddress & { readonly aliasId: string; readonly claimed: boolean },
): Promise<{ readonly free: boolean; readonly lifted: Tombstone | null }> {
  const found = await db
    .selectFrom('tombstones')
    .selectAll()
    .where('addressHash', 'in', everyHash(keys, addressParts({ address, ofDomain: domainId })))
    .executeTakeFirst();
  if (found === undefined) return { free: true, lifted: null };
  if (!claimed && !isGiver(keys, { userId, address }, found.ownerHash)) {
    return { free: false, lifted: null };
  }
  await db.deleteFrom('tombstones').where('addressHash', '=', found.addressHash).execute();
  // What a name carried stays with the name.
  if (found.used) {
    await changeAliasRows(db, { ids: [aliasId], whereabouts: 'any' }, { everUsed: true });
  }
  return { free: true, lifted: found };
}

/** The same for addresses of aliases that come out of the bin of their own account; `id`: of the alias. Returns what was lifted. */
export async function liftOwnTombstones(
  db: NotedDb,
  keys: KeyRing,
  addresses: readonly (Pick<OwnedAddress, 'address' | 'ofDomain'> & { readonly id?: string })[],
): Promise<Tombstone[]> {
  const ids = new Map(
    addresses.flatMap(({ id, ...address }) =>
      everyHash(keys, addressParts(address)).map((hash) => [hash.toString('hex'), id] as const),
    ),
  );
  const hashes = [...ids.keys()].map((hash) => Buffer.from(hash, 'hex'));
  const lifted: Tombstone[] = [];
  for (let start = 0; start < hashes.length; start += chunkRows) {
    const some = hashes.slice(start, start + chunkRows);
    lifted.push(...(await db.deleteFrom('tombstones').where('addressHash', 'in', some).returningAll().execute()));
  }
  // What a name carried stays with the name.
  const used = lifted.flatMap((one) => (one.used ? (ids.get(one.addressHash.toString('hex')) ?? []) : []));
  if (used.length > 0) await changeAliasRows(db, { ids: used, whereabouts: 'any' }, { everUsed: true });
  return lifted;
}

/**
 * Lets an account take the names that another one had: the address of a tombstone, and the id of the account that gave it
 * up, which its owner knows and we do not. False where it is not that account's. Runs in the caller's transaction.
 */
export async function passTombstone(
  db: Db,
  keys: KeyRing,
  { address, formerId, userId }: Omit<OwnedAddress, 'ofDomain'> & { readonly formerId: string },
): Promise<boolean> {
  const passed = await db
    .updateTable('tombstones')
    .set({ ownerHash: newestHash(keys, [userId, address]), aliasHash: null, addressSealed: null })
    .where('addressHash', 'in', everyHash(keys, [address]))
    .where('ownerHash', 'in', everyHash(keys, [formerId, address]))
    .returning('addressHash')
    .executeTakeFirst();
  return passed !== undefined;
}

const unusedLifeMs = limits.unusedNameDays * 24 * 60 * 60 * 1000;

/** Frees names that never carried mail: nobody writes to them, so they need nobody's protection for ever. */
export async function removeUnusedTombstones({
  database,
  clock,
}: Pick<CoreContext, 'database' | 'clock'>): Promise<void> {
  await database.db
    .deleteFrom('tombstones')
    .where('used', '=', false)
    .where('createdAt', '<=', new Date(clock.now() - unusedLifeMs))
    .execute();
}

/** Puts tombstones back that were lifted. */
export async function restoreTombstones(db: Db, tombstones: readonly Tombstone[]): Promise<void> {
  if (tombstones.length > 0) await db.insertInto('tombstones').values(tombstones).execute();
}

/** Whether an address was given up, whosever it was. */
export async function hasTombstone(
  db: Db,
  keys: KeyRing,
  given: Pick<OwnedAddress, 'address' | 'ofDomain'>,
): Promise<boolean> {
  const found = await db
    .selectFrom('tombstones')
    .select('addressHash')
    .where('addressHash', 'in', everyHash(keys, addressParts(given)))
    .executeTakeFirst();
  return found !== undefined;
}

/** SQL: who gave an address up, as its tombstone names them; null: nobody. */
export function givenUpBy(
  keys: KeyRing,
  given: Pick<OwnedAddress, 'address' | 'ofDomain'>,
): RawBuilder<Tombstone['ownerHash'] | null> {
  return sql<Tombstone['ownerHash'] | null>`(select owner_hash from tombstones
    where address_hash = any ((select ${everyHash(keys, addressParts(given))}::bytea[])::bytea[]) limit 1)`;
}

/** The same, asked by itself. */
export async function findGiver(
  db: Db,
  keys: KeyRing,
  given: Pick<OwnedAddress, 'address' | 'ofDomain'>,
): Promise<Tombstone['ownerHash'] | null> {
  const { rows } = await sql<{ readonly giver: Tombstone['ownerHash'] | null }>`
    select ${givenUpBy(keys, given)} as giver`.execute(db);
  return rows[0]?.giver ?? null;
}

/** Whether a tombstone that names its last owner so is an account's. */
export function isGiver(
  keys: KeyRing,
  { userId, address }: Pick<OwnedAddress, 'userId' | 'address'>,
  giver: Tombstone['ownerHash'],
): boolean {
  return everyHash(keys, [userId, address]).some((hash) => hash.equals(giver));
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
  given: Pick<OwnedAddress, 'address' | 'ofDomain'>,
): Promise<void> {
  const aliasHash = newestHash(keys, nameParts(alias));
  const key = addressKey(keys, aliasHash.readUInt16BE(), alias);
  if (key === null) return;
  const addressSealed = encrypt(key, random.bytes(nonceOctets), noContext, Buffer.from(given.address));
  await db
    .updateTable('tombstones')
    .set({ aliasHash, addressSealed })
    .where('addressHash', '=', newestHash(keys, addressParts(given)))
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

/** Stored form: key version (2 octets, big endian), MAC. */
function versioned(version: number, mac: Buffer): Buffer {
  const prefix = Buffer.alloc(2);
  prefix.writeUInt16BE(version);
  return Buffer.concat([prefix, mac]);
}

/** How a tombstone names something from now on. */
function newestHash(keys: KeyRing, parts: readonly string[]): Buffer {
  const { version, mac } = keys.mac('tombstone', parts);
  return versioned(version, mac);
}

/** The hashes of all key versions, newest first: tombstones outlive the key they were made under. */
function everyHash(keys: KeyRing, parts: readonly string[]): Buffer[] {
  const { version: newest, mac } = keys.mac('tombstone', parts);
  const hashes = [versioned(newest, mac)];
  for (let version = newest - 1; version >= 1; version -= 1) {
    const older = keys.macAt('tombstone', version, parts);
    if (older !== null) hashes.push(versioned(version, older));
  }
  return hashes;
}
