import {
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  privateDecrypt,
  constants,
  type CipherGCMTypes,
} from 'node:crypto';
import { der, derOid, readDer, tags, type DerValue } from '#protocol/x509/der.ts';

function inside(value: DerValue | undefined): DerValue[] {
  return value === undefined ? [] : readDer(value.content);
}

function contentOf(value: DerValue | undefined): Buffer {
  return value?.content ?? Buffer.alloc(0);
}

const curveOids: Readonly<Record<string, { readonly oid: string; readonly hash: string }>> = {
  prime256v1: { oid: '2a8648ce3d030107', hash: 'sha256' },
  secp384r1: { oid: '2b81040022', hash: 'sha384' },
  secp521r1: { oid: '2b81040023', hash: 'sha512' },
};

const wrapBits: Readonly<Record<string, number>> = { '608648016503040105': 128, '60864801650304012d': 256 };
const gcm: Readonly<Record<string, CipherGCMTypes>> = {
  '608648016503040106': 'aes-128-gcm',
  '60864801650304012e': 'aes-256-gcm',
};
const cbc: Readonly<Record<string, string>> = {
  '608648016503040102': 'aes-128-cbc',
  '60864801650304012a': 'aes-256-cbc',
};

function openAgreed(parts: readonly DerValue[], pem: string): Buffer {
  const privateKey = createPrivateKey(pem);
  const curve = curveOids[privateKey.asymmetricKeyDetails?.namedCurve ?? ''];
  const [, originator, agreement, recipients] = parts;
  const point = contentOf(inside(inside(originator)[0])[1]);
  const algorithm = der(tags.sequence, derOid('2a8648ce3d0201'), derOid(curve?.oid ?? ''));
  const spki = der(tags.sequence, algorithm, der(tags.bitString, point));
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const secret = diffieHellman({ privateKey, publicKey });
  const wrap = inside(agreement)[1];
  const bits = wrapBits[contentOf(inside(wrap)[0]).toString('hex')] ?? 0;
  const own = der(tags.sequence, contentOf(wrap));
  const info = der(
    tags.sequence,
    own,
    der(tags.group2, der(tags.octetString, Buffer.from([0, 0, bits >> 8, bits & 0xff]))),
  );
  const hashed = createHash(curve?.hash ?? '')
    .update(secret)
    .update(Buffer.from([0, 0, 0, 1]))
    .update(info)
    .digest();
  const decipher = createDecipheriv(`id-aes${bits}-wrap`, hashed.subarray(0, bits / 8), Buffer.alloc(8, 0xa6));
  const wrapped = contentOf(inside(inside(recipients)[0])[1]);
  return Buffer.concat([decipher.update(wrapped), decipher.final()]);
}

/** Opens a CMS envelope with a private key in PEM, by another reading of RFC 5652 than the one that wrote it. */
export function openCms(cms: Buffer, pem: string): { readonly cipher: 'gcm' | 'cbc'; readonly content: Buffer } {
  const [, wrapped] = inside(readDer(cms)[0]);
  const [, recipients, encrypted, mac] = inside(inside(wrapped)[0]);
  const [recipient] = inside(recipients);
  const parts = inside(recipient);
  const key =
    recipient?.tag === tags.group1
      ? openAgreed(parts, pem)
      : privateDecrypt({ key: pem, padding: constants.RSA_PKCS1_PADDING }, contentOf(parts[3]));
  const [, algorithm, sealed] = inside(encrypted);
  const [oid, parameters] = inside(algorithm);
  const name = contentOf(oid).toString('hex');
  if (mac === undefined) {
    const decipher = createDecipheriv(cbc[name] ?? '', key, contentOf(parameters));
    return { cipher: 'cbc', content: Buffer.concat([decipher.update(contentOf(sealed)), decipher.final()]) };
  }
  const [nonce] = inside(parameters);
  const decipher = createDecipheriv(gcm[name] ?? 'aes-256-gcm', key, contentOf(nonce), {
    authTagLength: 16,
  }).setAuthTag(mac.content);
  return { cipher: 'gcm', content: Buffer.concat([decipher.update(contentOf(sealed)), decipher.final()]) };
}
