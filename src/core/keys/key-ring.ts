import type { KeyObject } from 'node:crypto';

/** What a random key of the `keys` table is for. Each purpose has its own keys, by version. */
export type KeyPurpose =
  /** AES-256-GCM of fields in the database. */
  | 'seal'
  /** Keyed look-up hashes of sealed fields. Never rotated by version: one version for ever. */
  | 'lookup'
  /** Reverse-address tokens. */
  | 'reverse'
  /** Bounce addresses: what they hold, and its MAC. */
  | 'bounce'
  /** MAC in loop marks. */
  | 'loop'
  /** Seals the original reverse-path inside forwarded messages. */
  | 'return_path'
  /** Tombstones. */
  | 'tombstone'
  /** Message ids of the other side. */
  | 'thread'
  /** Spool content; version = days since 1970-01-01, destroyed with its day's last message. */
  | 'spool';

/** A row and field that sealed octets are bound to (AES-GCM associated data). */
export interface SealContext {
  /** For example `users.email`. */
  readonly field: string;
  readonly rowId: string;
}

/** A pseudorandom permutation of 16 octets: blocks that differ in one bit have nothing in common any more. */
export interface BlockCipher {
  encrypt(block: Buffer): Buffer;
  decrypt(encrypted: Buffer): Buffer;
}

/**
 * The open keys. Sealed form: version (2 octets, big endian), nonce (12), ciphertext, tag (16).
 * Obtained from `openKeyRing`, which refuses a key table it cannot open in full.
 */
export interface KeyRing {
  seal(context: SealContext, plaintext: string | Buffer): Buffer;
  /** @throws Error when the octets were altered, moved to another row or sealed by an unknown key. */
  open(context: SealContext, sealed: Buffer): Buffer;
  /** 32 octets: HMAC-SHA-256(lookup key, field ‖ 0 ‖ value). The caller normalises the value first. */
  lookupHash(field: string, value: string): Buffer;
  /** HMAC-SHA-256 under the newest key of a purpose, over length-prefixed parts. */
  mac(purpose: MacPurpose, parts: readonly (string | Buffer)[]): { version: number; mac: Buffer };
  /** The same under one named version; null when there is no such key. */
  macAt(purpose: MacPurpose, version: number, parts: readonly (string | Buffer)[]): Buffer | null;
  /** AES-256 of single blocks under a key made from the named one of a purpose; null when there is no such key. */
  blockCipher(purpose: MacPurpose, version: number): BlockCipher | null;
  /** The spool key of a day, made when missing. `day`: days since 1970-01-01. */
  spoolKey(day: number): Promise<KeyObject>;
  /** Loads a spool key another node made. @throws Error when it was destroyed. */
  existingSpoolKey(day: number): Promise<KeyObject>;
}

export type MacPurpose = Exclude<KeyPurpose, 'seal' | 'lookup' | 'spool'>;
