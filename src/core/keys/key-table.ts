import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { StartError } from '#config/start-error.ts';
import { decrypt, encrypt, joinParts } from '#core/keys/authenticated-encryption.ts';
import type { KeyPurpose } from '#core/keys/key-ring.ts';
import type { Tables } from '#database/tables.ts';
import type { Random } from '#platform/random.ts';

/** A row of `keys`, opened. */
export interface OpenKey {
  readonly purpose: string;
  readonly version: number;
  readonly octets: Buffer;
}

export const keyOctets = 32;
const nonceOctets = 12;

/** Any number, as long as nothing else of ours uses it. */
const keyTableLock = '8121936437019844226';

/** The key that seals the table: HKDF-SHA-256 of SECRET_KEY (RFC 5869), which itself encrypts nothing. */
export function deriveTableKey(secretKey: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', 'kauke keys table', keyOctets)));
}

function rowContext(purpose: string, version: number): Buffer {
  return joinParts([purpose, String(version)]);
}

/** Seals a key for its row; moved to another row it does not open. */
function sealKey(tableKey: KeyObject, random: Random, key: OpenKey): Buffer {
  return encrypt(tableKey, random.bytes(nonceOctets), rowContext(key.purpose, key.version), key.octets);
}

/** @throws Error when it was sealed under another SECRET_KEY, altered or moved. */
export function openKey(tableKey: KeyObject, row: { purpose: string; version: number; sealed: Buffer }): OpenKey {
  return {
    purpose: row.purpose,
    version: row.version,
    octets: decrypt(tableKey, rowContext(row.purpose, row.version), row.sealed),
  };
}

/** All rows, by purpose and version. */
export function readKeyRows(db: Kysely<Tables>): Promise<{ purpose: string; version: number; sealed: Buffer }[]> {
  return db.selectFrom('keys').select(['purpose', 'version', 'sealed']).orderBy('purpose').orderBy('version').execute();
}

/** Makes every other writer of the table wait until this transaction ends. */
export async function lockKeyTable(transaction: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyTableLock}::bigint)`.execute(transaction);
}

/** Adds a new random key. */
export async function addKey(
  transaction: Kysely<Tables>,
  tableKey: KeyObject,
  random: Random,
  purpose: KeyPurpose,
  version: number,
): Promise<OpenKey> {
  const key = { purpose, version, octets: random.bytes(keyOctets) };
  await transaction
    .insertInto('keys')
    .values({ purpose, version, sealed: sealKey(tableKey, random, key) })
    .execute();
  return key;
}

/** Whether SECRET_KEY is the one that the whole table is sealed under. */
export async function opensKeys(db: Kysely<Tables>, secretKey: Buffer): Promise<boolean> {
  const tableKey = deriveTableKey(secretKey);
  try {
    return (await readKeyRows(db)).every((row) => openKey(tableKey, row));
  } catch {
    return false;
  }
}

interface ResealOptions {
  readonly from: Buffer;
  readonly to: Buffer;
  readonly random: Random;
}

/**
 * Seals every key under another SECRET_KEY. The keys stay the same, so nothing else is touched. Runs in the caller's
 * transaction.
 * @returns how many keys there are.
 * @throws StartError when `from` does not open them all.
 */
export async function resealKeys(transaction: Kysely<Tables>, { from, to, random }: ResealOptions): Promise<number> {
  await lockKeyTable(transaction);
  const [oldKey, newKey] = [deriveTableKey(from), deriveTableKey(to)];
  const rows = await readKeyRows(transaction);
  for (const row of rows) {
    let key;
    try {
      key = openKey(oldKey, row);
    } catch {
      throw new StartError(`SECRET_KEY does not open the key ${row.purpose} ${row.version}; nothing was changed.`);
    }
    await transaction
      .updateTable('keys')
      .set({ sealed: sealKey(newKey, random, key) })
      .where('purpose', '=', row.purpose)
      .where('version', '=', row.version)
      .execute();
  }
  return rows.length;
}
