import { createSecretKey } from 'node:crypto';
import { decrypt } from '#core/keys/authenticated-encryption.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';

/** Key version (1), nonce (12), tag (16). */
const overheadOctets = 29;
const stepOctets = 112;

/** Undoes filling. An id holds no NUL. */
function unfill(filled: Buffer): string {
  const end = filled.indexOf(0);
  return filled.toString('utf8', 0, end === -1 ? filled.length : end);
}

/**
 * What an id stands for that was sealed in the first form: AES-256-GCM, filled up to steps of 112 octets. Mailboxes keep such ids for
 * ever, so they are read for ever. Null when it is none.
 */
export function openFormerId(keys: KeyRing, aliasId: string, octets: Buffer): string | null {
  if (octets.length <= overheadOctets || (octets.length - overheadOctets) % stepOctets !== 0) return null;
  const key = keys.macAt('thread', octets.readUInt8(), ['cipher', aliasId]);
  if (key === null) return null;
  try {
    return unfill(decrypt(createSecretKey(key), Buffer.from(aliasId), octets.subarray(1)));
  } catch {
    return null;
  }
}
