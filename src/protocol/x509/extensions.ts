import { der, derOid, tags } from '#protocol/x509/der.ts';

const subjectAltNameOid = '551d11';
const acmeIdentifierOid = '2b0601050507011f';
const isTrue = der(tags.boolean, Buffer.from([0xff]));

/** The host name that a certificate or a request is for: the only place clients look (RFC 9525 §2). */
export function subjectAltName(hostname: string): Buffer {
  const names = der(tags.sequence, der(tags.dnsName, Buffer.from(hostname, 'ascii')));
  return der(tags.sequence, derOid(subjectAltNameOid), der(tags.octetString, names));
}

/** What proves a host name to an ACME server in a TLS handshake (RFC 8737 §3). `digest`: 32 octets. */
export function acmeIdentifier(digest: Buffer): Buffer {
  const value = der(tags.octetString, der(tags.octetString, digest));
  return der(tags.sequence, derOid(acmeIdentifierOid), isTrue, value);
}
