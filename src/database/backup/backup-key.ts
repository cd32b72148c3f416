import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { formatBackupPublicKey } from '#config/backup-public-key.ts';
import { errorCode, StartError } from '#config/start-error.ts';

/** An X25519 key pair (RFC 7748 §6.1) in text: what the server is told, and what its operator keeps apart. */
export interface BackupKeyPair {
  /** For BACKUP_PUBLIC_KEY. */
  readonly publicKey: string;
  /** PKCS#8 in PEM (RFC 8410 §7). */
  readonly privateKey: string;
}

export function makeBackupKeyPair(): BackupKeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    publicKey: formatBackupPublicKey(rawPublicKey(publicKey)),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Of either half of a pair: 32 octets. */
export function rawPublicKey(key: KeyObject): Buffer {
  const { x = '' } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}

/** @param raw 32 octets. */
export function openPublicKey(raw: Buffer): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });
}

const namedOctets = 8;

/** Names a key pair in the head of what is sealed to it, so that the wrong key is told from a damaged file. */
export function nameOfKey(raw: Buffer): Buffer {
  return createHash('sha256').update('kauke backup key').update(raw).digest().subarray(0, namedOctets);
}

/**
 * The private key in a file; lines around it, such as npm's, do no harm.
 * @throws StartError when there is none.
 */
export async function readBackupKey(path: string): Promise<KeyObject> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`${path} cannot be read (${errorCode(error)}).`);
  });
  const pem = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/u.exec(text)?.[0];
  const key = pem === undefined ? null : openPem(pem);
  if (key?.asymmetricKeyType !== 'x25519') {
    throw new StartError(`${path} holds no private key that \`backup key\` made.`);
  }
  return key;
}

function openPem(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
