import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { errorCode, StartError } from '#config/start-error.ts';
import { nameOfKey, openPublicKey, rawPublicKey } from '#database/backup/backup-key.ts';

/**
 * A file that only the holder of a private key can read, and whose every octet counts:
 *
 *     magic (8) ‖ name of the recipient's key (8) ‖ ephemeral X25519 public key (32)
 *     chunks: AES-256-GCM of up to 64 KiB each, tag behind it; all but the last are full
 *     SHA-256 of all that (32), which anybody can check
 *
 * The key of the chunks is HKDF-SHA-256 (RFC 5869) of the shared secret (RFC 7748 §6.1), salted with the head and the
 * recipient's public key. A chunk's nonce is its number (11 octets, big endian) and whether it is the last (1 octet), as
 * in the STREAM construction: chunks that are moved, left out or cut off do not open.
 */
const magic = Buffer.from('KAUKEBK1');
const nameOctets = 8;
const keyOctets = 32;
const headOctets = magic.length + nameOctets + keyOctets;
const hashOctets = 32;
const chunkOctets = 64 * 1024;
const tagOctets = 16;

function deriveKey(ours: KeyObject, theirs: KeyObject, head: Buffer, recipient: Buffer): KeyObject {
  const shared = diffieHellman({ privateKey: ours, publicKey: theirs });
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', shared, Buffer.concat([head, recipient]), 'kauke backup', keyOctets)),
  );
}

function chunkNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: KeyObject, number: number, isLast: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, chunkNonce(number, isLast));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when it was altered or moved, or the key is another. */
function openChunk(key: KeyObject, number: number, isLast: boolean, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, chunkNonce(number, isLast), { authTagLength: tagOctets });
  decipher.setAuthTag(sealed.subarray(-tagOctets));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagOctets)), decipher.final()]);
}

/** Chunks of full size; what is left, which may be nothing, is the last. */
async function* cutChunks(plain: AsyncIterable<Buffer>): AsyncGenerator<{ octets: Buffer; isLast: boolean }> {
  let parts: Buffer[] = [];
  let waiting = 0;
  for await (const part of plain) {
    parts.push(part);
    waiting += part.length;
    if (waiting < chunkOctets) continue;
    const joined = Buffer.concat(parts);
    let from = 0;
    for (; joined.length - from >= chunkOctets; from += chunkOctets) {
      yield { octets: joined.subarray(from, from + chunkOctets), isLast: false };
    }
    parts = [joined.subarray(from)];
    waiting = joined.length - from;
  }
  yield { octets: Buffer.concat(parts), isLast: true };
}

/** What stands in the file for what is given. `recipient`: 32 octets. */
export async function* sealStream(recipient: Buffer, plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const ephemeral = generateKeyPairSync('x25519');
  const head = Buffer.concat([magic, nameOfKey(recipient), rawPublicKey(ephemeral.publicKey)]);
  const key = deriveKey(ephemeral.privateKey, openPublicKey(recipient), head, recipient);
  const hash = createHash('sha256').update(head);
  yield head;
  let number = 0;
  for await (const { octets, isLast } of cutChunks(plain)) {
    const sealed = sealChunk(key, number, isLast, octets);
    hash.update(sealed);
    yield sealed;
    number += 1;
  }
  yield hash.digest();
}

async function readExactly(file: FileHandle, octets: number, from: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(octets);
  let filled = 0;
  while (filled < octets) {
    const { bytesRead } = await file.read(buffer, filled, octets - filled, from + filled);
    if (bytesRead === 0) throw new Error('the file became shorter');
    filled += bytesRead;
  }
  return buffer;
}

interface OpenFile {
  readonly size: number;
  read(octets: number, from: number): Promise<Buffer>;
}

/** Opens `path` for `work`. @throws StartError where it cannot be read or is none of ours; whatever `work` throws. */
async function withFile<Result>(path: string, work: (file: OpenFile) => Promise<Result>): Promise<Result> {
  const unreadable = (error: unknown): never => {
    throw new StartError(`${path} cannot be read (${errorCode(error)}).`);
  };
  await using file = await open(path).catch(unreadable);
  const { size } = await file.stat().catch(unreadable);
  const read = (octets: number, from: number) => readExactly(file, octets, from).catch(unreadable);
  const start = size < headOctets + tagOctets + hashOctets ? null : await read(magic.length, 0);
  if (start?.equals(magic) !== true) throw new StartError(`${path} is no backup of this program, or cut short.`);
  return await work({ size, read });
}

/** @throws StartError when an octet of the file differs from what was written. Takes no key. */
export function checkSealedFile(path: string): Promise<void> {
  return withFile(path, async ({ size, read }) => {
    const hash = createHash('sha256');
    const end = size - hashOctets;
    for (let at = 0; at < end; at += chunkOctets) {
      hash.update(await read(Math.min(chunkOctets, end - at), at));
    }
    if (!hash.digest().equals(await read(hashOctets, end))) {
      throw new StartError(`${path} is damaged: its checksum does not match. Take another copy.`);
    }
  });
}

async function* openChunks({ size, read }: OpenFile, key: KeyObject, path: string): AsyncGenerator<Buffer> {
  const end = size - hashOctets;
  const full = chunkOctets + tagOctets;
  for (let at = headOctets, number = 0; at < end; at += full, number += 1) {
    const sealed = await read(Math.min(full, end - at), at);
    let plain;
    try {
      plain = openChunk(key, number, at + full >= end, sealed);
    } catch {
      throw new StartError(`${path} was changed since it was made. Take another copy.`);
    }
    yield plain;
  }
}

/**
 * What was sealed, to `read`; settles when that does.
 * @throws StartError when the key is another, or an octet differs: what was read before may be whole, and is no more.
 */
export function openSealedFile<Result>(
  path: string,
  privateKey: KeyObject,
  read: (plain: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  return withFile(path, async (file) => {
    const head = await file.read(headOctets, 0);
    const recipient = rawPublicKey(privateKey);
    if (!head.subarray(magic.length, magic.length + nameOctets).equals(nameOfKey(recipient))) {
      throw new StartError(`${path} is sealed to another key than this one.`);
    }
    const ephemeral = openPublicKey(head.subarray(-keyOctets));
    return read(openChunks(file, deriveKey(privateKey, ephemeral, head, recipient), path));
  });
}
