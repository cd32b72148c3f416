import { createHash, createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { readDer, tags, type DerValue } from '#protocol/x509/der.ts';

const authorityKeyIdentifierOid = '551d23';

/** What a TLSA record 3 1 1 holds (RFC 6698 §2.1, RFC 7671 §5.1): of the key alone, so it outlives renewals that keep the key. */
export function keyDigest(key: KeyObject): string {
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('hex');
}

function inside(value: DerValue | undefined): DerValue[] {
  return value === undefined ? [] : readDer(value.content);
}

/** Which key of its issuer signed a certificate (RFC 5280 §4.2.1.1); null when it does not tell. */
function findIssuerKeyId(fields: readonly DerValue[]): Buffer | null {
  const [extensions] = inside(fields.find(({ tag }) => tag === tags.group3));
  const wanted = inside(extensions)
    .map(inside)
    .find(([oid]) => oid?.content.toString('hex') === authorityKeyIdentifierOid);
  const [identifier] = inside(wanted?.at(-1));
  return inside(identifier).find(({ tag }) => tag === tags.field0)?.content ?? null;
}

/** How renewal information names a certificate (RFC 9773 §4.1); null for one that does not tell its issuer's key. */
export function renewalId({ raw }: X509Certificate): string | null {
  const [body] = inside(readDer(raw)[0]);
  const fields = inside(body);
  const keyId = findIssuerKeyId(fields);
  // Behind the version comes the serial number, whose DER may begin with a zero.
  const serial = fields.find(({ tag }) => tag === tags.integer);
  if (keyId === null || serial === undefined) return null;
  return `${keyId.toString('base64url')}.${serial.content.toString('base64url')}`;
}
