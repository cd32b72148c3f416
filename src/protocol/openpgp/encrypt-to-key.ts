import { writeBase64Lines } from '#protocol/message/base64-lines.ts';
import { loadOpenPgp, strict } from '#protocol/openpgp/load-openpgp.ts';

const head = Buffer.from('-----BEGIN PGP MESSAGE-----\r\n\r\n');
const tail = Buffer.from('-----END PGP MESSAGE-----\r\n');

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
  // RFC 9580 §6.2; without a checksum, which nobody may ask for (RFC 9580 §6.1).
  return Buffer.concat([head, writeBase64Lines(octets), tail]);
}
