import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { StartError } from '#config/start-error.ts';
import { decrypt, encrypt, joinParts } from '#core/keys/authenticated-encryption.ts';
import type { BlockCipher, KeyPurpose, KeyRing, MacPurpose, SealContext } from '#core/keys/key-ring.ts';
import { addKey, deriveTableKey, lockKeyTable, openKey, readKeyRows, type OpenKey } from '#core/keys/key-table.ts';
import { createSpoolKeys } from '#core/keys/spool-keys.ts';
import type { Database, Db } from '#database/database.ts';
import type { Random } from '#platform/random.ts';
import { createHmacSha256 } from '#platform/sha256.ts';

export interface KeyRingOptions {
  readonly database: Database;
  /** 32 octets. */
  readonly secretKey: Buffer;
  readonly random: Random;
}

/** Made together, when the table is empty, and never removed. */
const foundingPurposes: readonly KeyPurpose[] = [
  'seal',
  'lookup',
  'reverse',
  'bounce',
  'loop',
  'return_path',
  'tombstone',
];

/** Came with later versions: made in a database that has none yet. Nothing that is stored depends on them. */
const addedPurposes: readonly KeyPurpose[] = ['thread'];

const nonceOctets = 12;

async function openAll(db: Db, tableKey: KeyObject): Promise<OpenKey[]> {
  return (await readKeyRows(db)).map((row) => {
    try {
      return openKey(tableKey, row);
    } catch {
      throw new StartError(`SECRET_KEY does not open the key ${row.purpose} ${row.version} of this database.`);
    }
  });
}

/** Before the first start: nothing can have been sealed yet. */
async function isNewService(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const domain = await db.selectFrom('domains').select('id').limit(1).executeTakeFirst();
  return user === undefined && domain === undefined;
}

/** The octets of versions 1 to n of every purpose but the spool's. */
function groupVersions(keys: readonly OpenKey[]): Map<string, Buffer[]> {
  const purposes = [...foundingPurposes, ...addedPurposes];
  const versions = new Map<string, Buffer[]>(purposes.map((purpose) => [purpose, []]));
  for (const key of keys) {
    const known = versions.get(key.purpose);
    if (known === undefined) continue;
    if (key.version !== known.length + 1) {
      throw new StartError(
        `The key ${key.purpose} ${known.length + 1} is missing from this database; restore it from a backup.`,
      );
    }
    known.push(key.octets);
  }
  const missing = purposes.find((purpose) => versions.get(purpose)?.length === 0);
  if (missing !== undefined) {
    throw new StartError(`The key ${missing} 1 is missing from this database; restore it from a backup.`);
  }
  return versions;
}

function loadKeys({ database, random }: KeyRingOptions, tableKey: KeyObject): Promise<Map<string, Buffer[]>> {
  return database.db.transaction().execute(async (transaction) => {
    await lockKeyTable(transaction);
    const keys = await openAll(transaction, tableKey);
    if (keys.length === 0 && (await isNewService(transaction))) {
      for (const purpose of foundingPurposes) keys.push(await addKey(transaction, tableKey, random, purpose, 1));
    }
    const missing = addedPurposes.filter((added) => !keys.some(({ purpose }) => purpose === added));
    if (keys.length > 0) {
      for (const purpose of missing) keys.push(await addKey(transaction, tableKey, random, purpose, 1));
    }
    return groupVersions(keys);
  });
}

function sealContext({ field, rowId }: SealContext): Buffer {
  return joinParts([field, rowId]);
}

/** A single block has nothing to chain and leaves no state behind: both ciphers serve for ever. */
function createBlockCipher(key: Buffer): BlockCipher {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return { encrypt: (block) => cipher.update(block), decrypt: (encrypted) => decipher.update(encrypted) };
}

/**
 * Opens every key of the database, or makes the first ones in a new database. Ten nodes may do so at once.
 * @throws StartError when a row does not open under SECRET_KEY, or a key that sealed data may name is missing.
 */
export async function openKeyRing(options: KeyRingOptions): Promise<KeyRing> {
  const tableKey = deriveTableKey(options.secretKey);
  const versions = await loadKeys(options, tableKey);
  // Ciphers begin six times faster with a key object than with octets.
  const sealKeys = (versions.get('seal') ?? []).map((octets) => createSecretKey(octets));
  const newestSealKey = sealKeys.at(-1);
  const hmacs = new Map([...versions].map(([purpose, keys]) => [purpose, keys.map(createHmacSha256)]));
  const lookupHmac = hmacs.get('lookup')?.[0];
  if (newestSealKey === undefined || lookupHmac === undefined) throw new Error('founding keys are missing');

  const macAt = (purpose: MacPurpose, version: number, parts: readonly (string | Buffer)[]): Buffer | null => {
    const hmac = hmacs.get(purpose)?.[version - 1];
    return hmac === undefined ? null : hmac(joinParts(parts));
  };

  // Made once: that takes forty times as long as a block.
  const blockCiphers = new Map<string, BlockCipher>();

  return {
    seal: (context, plaintext) => {
      const version = Buffer.alloc(2);
      version.writeUInt16BE(sealKeys.length);
      const nonce = options.random.bytes(nonceOctets);
      return Buffer.concat([version, encrypt(newestSealKey, nonce, sealContext(context), Buffer.from(plaintext))]);
    },
    open: (context, sealed) => {
      const key = sealed.length < 2 ? undefined : sealKeys[sealed.readUInt16BE() - 1];
      if (key === undefined) throw new Error('sealed by an unknown key');
      return decrypt(key, sealContext(context), sealed.subarray(2));
    },
    lookupHash: (field, value) => lookupHmac(Buffer.from(`${field}\0${value}`)),
    mac: (purpose, parts) => {
      const version = hmacs.get(purpose)?.length ?? 0;
      const mac = macAt(purpose, version, parts);
      if (mac === null) throw new Error(`no key for ${purpose}`);
      return { version, mac };
    },
    macAt,
    blockCipher: (purpose, version) => {
      const name = `${purpose} ${version}`;
      const key = blockCiphers.has(name) ? null : macAt(purpose, version, ['block']);
      if (key !== null) blockCiphers.set(name, createBlockCipher(key));
      return blockCiphers.get(name) ?? null;
    },
    ...createSpoolKeys(options.database, tableKey, options.random),
  };
}
