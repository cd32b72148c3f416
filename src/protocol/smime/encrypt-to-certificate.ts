import {
  constants,
  createCipheriv,
  createHash,
  diffieHellman,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';
import { readParts } from '#protocol/smime/read-certificate.ts';
import { der, derOid, derPieces, readDer, tags } from '#protocol/x509/der.ts';

const { sequence, set, integer, octetString, bitString, group0, group1, group2, field0 } = tags;

const oids = {
  data: '2a864886f70d010701',
  envelopedData: '2a864886f70d010703',
  authEnvelopedData: '2a864886f70d0109100117',
  rsaEncryption: '2a864886f70d010101',
  ecPublicKey: '2a8648ce3d0201',
};
const asnNull = Buffer.from([5, 0]);
/** As long as the key that they wrap (RFC 8551 §2.3). */
const wraps = { 128: '608648016503040105', 256: '60864801650304012d' } as const;

/** RFC 5753 §7.1.4: how a key is derived, by the curve of the certificate's own. */
const agreements: Readonly<Record<string, { readonly oid: string; readonly hash: string }>> = {
  prime256v1: { oid: '2b8104010b01', hash: 'sha256' },
  secp384r1: { oid: '2b8104010b02', hash: 'sha384' },
  secp521r1: { oid: '2b8104010b03', hash: 'sha512' },
};

function integerOf(value: number): Buffer {
  return der(integer, Buffer.from([value]));
}

/** KeyTransRecipientInfo (RFC 5652 §6.2.1) by PKCS #1 v1.5, the one form that all programs read (RFC 8551 §2.3). */
function transportKey(key: Buffer, recipientKey: KeyObject, recipientId: Buffer): Buffer {
  const encrypted = publicEncrypt({ key: recipientKey, padding: constants.RSA_PKCS1_PADDING }, key);
  const algorithm = der(sequence, derOid(oids.rsaEncryption), asnNull);
  return der(sequence, integerOf(0), recipientId, algorithm, der(octetString, encrypted));
}

/** The key that wraps (RFC 5753 §7.2, ANSI X9.63): one round of the hash is as long as it is. */
function deriveKey(hash: string, secret: Buffer, wrap: Buffer, bytes: number): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeUInt32BE(bytes * 8);
  const info = der(sequence, wrap, der(group2, der(octetString, bits)));
  const counter = Buffer.from([0, 0, 0, 1]);
  return createHash(hash).update(secret).update(counter).update(info).digest().subarray(0, bytes);
}

/** KeyAgreeRecipientInfo (RFC 5652 §6.2.2) with a key of its own for each message (RFC 5753 §3.1). */
function agreeOnKey(key: Buffer, recipientKey: KeyObject, recipientId: Buffer): Buffer {
  const namedCurve = recipientKey.asymmetricKeyDetails?.namedCurve ?? '';
  const agreement = agreements[namedCurve];
  if (agreement === undefined) throw new Error('a certificate on a curve that is not known');
  const own = generateKeyPairSync('ec', { namedCurve });
  const secret = diffieHellman({ privateKey: own.privateKey, publicKey: recipientKey });
  const bits = key.length === 16 ? 128 : 256;
  const wrap = der(sequence, derOid(wraps[bits]));
  const wrapping = deriveKey(agreement.hash, secret, wrap, key.length);
  const cipher = createCipheriv(`id-aes${bits}-wrap`, wrapping, Buffer.alloc(8, 0xa6));
  const wrapped = Buffer.concat([cipher.update(key), cipher.final()]);
  const [spki] = readDer(own.publicKey.export({ type: 'spki', format: 'der' }));
  const point = readDer(spki?.content ?? Buffer.alloc(0)).at(-1)?.content ?? Buffer.alloc(0);
  const originator = der(group1, der(sequence, derOid(oids.ecPublicKey)), der(bitString, point));
  return der(
    group1,
    integerOf(3),
    der(group0, originator),
    der(sequence, derOid(agreement.oid), wrap),
    der(sequence, der(sequence, recipientId, der(octetString, wrapped))),
  );
}

/** A CMS structure in pieces (RFC 5652 §3). */
function contentInfo(oid: string, structure: readonly Buffer[]): Buffer {
  return Buffer.concat(derPieces(sequence, derOid(oid), ...derPieces(group0, ...structure)));
}

/**
 * Encrypts octets to a certificate in DER: AuthEnvelopedData with AES-GCM (RFC 5083, RFC 5084), or, where the certificate says that
 * its owner's program reads AES-CBC and no GCM, EnvelopedData (RFC 5652 §6.1). Null: the certificate has ended.
 * @throws Error when it is damaged.
 */
export function encryptToCertificate(octets: Uint8Array, payload: Uint8Array, now: Date): Buffer | null {
  const certificate = new X509Certificate(octets);
  if (certificate.validToDate <= now || certificate.validFromDate > now) return null;
  const { recipientId, cipher: by } = readParts(certificate);
  const { publicKey } = certificate;
  const key = randomBytes(by.bits / 8);
  const isRsa = publicKey.asymmetricKeyType === 'rsa';
  const recipient = (isRsa ? transportKey : agreeOnKey)(key, publicKey, recipientId);
  const recipients = der(set, recipient);
  const enclose = (algorithm: Buffer, sealed: readonly Buffer[]): Buffer[] =>
    derPieces(sequence, derOid(oids.data), algorithm, ...derPieces(field0, ...sealed));
  if (by.mode === 'cbc') {
    const iv = randomBytes(16);
    const cipher = createCipheriv(`aes-${by.bits}-cbc`, key, iv);
    const sealed = [cipher.update(payload), cipher.final()];
    const content = enclose(der(sequence, derOid(by.oid), der(octetString, iv)), sealed);
    return contentInfo(oids.envelopedData, derPieces(sequence, integerOf(isRsa ? 0 : 2), recipients, ...content));
  }
  const nonce = randomBytes(12);
  const cipher = createCipheriv(`aes-${by.bits}-gcm`, key, nonce);
  const sealed = [cipher.update(payload), cipher.final()];
  const parameters = der(sequence, der(octetString, nonce), integerOf(16));
  const content = enclose(der(sequence, derOid(by.oid), parameters), sealed);
  const mac = der(octetString, cipher.getAuthTag());
  return contentInfo(oids.authEnvelopedData, derPieces(sequence, integerOf(0), recipients, ...content, mac));
}
