import { checksumLine } from '#platform/crc24.ts';
import { writeBase64Lines } from '#protocol/message/base64-lines.ts';
import { loadOpenPgp, strict } from '#protocol/openpgp/load-openpgp.ts';

const head = Buffer.from('-----BEGIN PGP MESSAGE-----\r\n\r\n');
const tail = Buffer.from('-----END PGP MESSAGE-----\r\n');

const encryptedData = 18;

/** How long a packet is, behind its first octet (RFC 9580 §4.2.1); of one in pieces the first. */
function lengthOf(octets: Buffer, at: number): { readonly head: number; readonly body: number } {
  const first = octets.readUInt8(at);
  if (first < 192) return { head: 1, body: first };
  if (first < 224) return { head: 2, body: ((first - 192) << 8) + octets.readUInt8(at + 1) + 192 };
  return first === 255 ? { head: 5, body: octets.readUInt32BE(at + 1) } : { head: 1, body: 1 << (first & 0x1f) };
}

/** Whether what the library wrote is of version 2 of SEIPD, behind the keys of the session. */
function isVersion2(octets: Buffer): boolean {
  for (let at = 0; at < octets.length;) {
    const { head: size, body } = lengthOf(octets, at + 1);
    if ((octets.readUInt8(at) & 0x3f) === encryptedData) return octets.readUInt8(at + 1 + size) === 2;
    at += 1 + size + body;
  }
  return false;
}

/**
 * Encrypts octets to a key as `readOpenPgpKey` left it, armoured: SEIPDv1 unless the key announces more (RFC 9580 §5.13), never
 * packed, as what is packed tells of its content by its length. Null: the key counts no more, it ended or was revoked.
 * @throws Error when the key is damaged.
 */
export async function encryptToKey(key: Uint8Array, payload: Uint8Array, now: Date): Promise<Buffer | null> {
  const openpgp = await loadOpenPgp();
  const config = strict(openpgp);
  const encryptionKeys = await openpgp.readKey({ binaryKey: key, config });
  try {
    await encryptionKeys.getEncryptionKey(undefined, now, undefined, config);
  } catch {
    return null;
  }
  const message = await openpgp.createMessage({ binary: payload, date: now });
  const sealed: unknown = await openpgp.encrypt({ message, encryptionKeys, format: 'binary', date: now, config });
  if (!(sealed instanceof Uint8Array)) throw new Error('the library answered in another form');
  const octets = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length);
  // RFC 9580 §6.2. Programs that know version 2 ask for no checksum, and it must not stand there; of the others GnuPG 2.2 reads the end
  // of the armour as data where none does and the last line is full (RFC 9580 §6.1).
  const checksum = isVersion2(octets) ? '' : `${checksumLine(octets)}\r\n`;
  return Buffer.concat([head, writeBase64Lines(octets), Buffer.from(checksum), tail]);
}
