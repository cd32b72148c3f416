import {
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  privateDecrypt,
  constants,
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

function openAgreed(parts: readonly DerValue[], pem: string): Buffer {
  const privateKey = createPrivateKey(pem);
  const curve = curveOids[privateKey.asymmetricKeyDetails?.namedCurve ?? ''];
  const [, originator, , recipients] = parts;
  const point = contentOf(inside(inside(originator)[0])[1]);
  const algorithm = der(tags.sequence, derOid('2a8648ce3d0201'), derOid(curve?.oid ?? ''));
  const spki = der(tags.sequence, algorithm, der(tags.bitString, point));
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const secret = diffieHellman({ privateKey, publicKey });
  const wrap = der(tags.sequence, derOid('60864801650304012d'));
  const info = der(tags.sequence, wrap, der(tags.group2, der(tags.octetString, Buffer.from([0, 0, 1, 0]))));
  const hashed = createHash(curve?.hash ?? '')
    .update(secret)
    .update(Buffer.from([0, 0, 0, 1]))
    .update(info)
    .digest();
  const decipher = createDecipheriv('id-aes256-wrap', hashed.subarray(0, 32), Buffer.alloc(8, 0xa6));
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
  const [, parameters] = inside(algorithm);
  if (mac === undefined) {
    const decipher = createDecipheriv('aes-256-cbc', key, contentOf(parameters));
    return { cipher: 'cbc', content: Buffer.concat([decipher.update(contentOf(sealed)), decipher.final()]) };
  }
  const [nonce] = inside(parameters);
  const decipher = createDecipheriv('aes-256-gcm', key, contentOf(nonce), { authTagLength: 16 }).setAuthTag(
    mac.content,
  );
  return { cipher: 'gcm', content: Buffer.concat([decipher.update(contentOf(sealed)), decipher.final()]) };
}
