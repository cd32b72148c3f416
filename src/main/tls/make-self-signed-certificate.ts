import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface SelfSignedOptions {
  /** What the certificate is for: a host name. */
  readonly hostname: string;
  /** Milliseconds since the Unix epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** PEM. */
export interface CertificateAndKey {
  readonly cert: string;
  readonly key: string;
}

// DER tags (ITU-T X.690).
const integer = 0x02;
const bitString = 0x03;
const octetString = 0x04;
const objectId = 0x06;
const utf8String = 0x0c;
const utcTime = 0x17;
const generalizedTime = 0x18;
const sequence = 0x30;
const set = 0x31;
/** `[2] IA5String`, a dNSName in a subjectAltName (RFC 5280 §4.2.1.6). */
const dnsName = 0x82;
/** `[0]` and `[3]`, constructed: version and extensions of a certificate. */
const versionField = 0xa0;
const extensionsField = 0xa3;

const commonNameOid = '550403';
const subjectAltNameOid = '551d11';
const ecdsaWithSha256Oid = '2a8648ce3d040302';

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content]);
}

function derOid(hex: string): Buffer {
  return der(objectId, Buffer.from(hex, 'hex'));
}

/** A certificate's dates have two-digit years until 2049 (RFC 5280 §4.1.2.5). */
function derTime(time: number): Buffer {
  const date = new Date(time);
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? der(utcTime, Buffer.from(digits.slice(2)))
    : der(generalizedTime, Buffer.from(digits));
}

function pem(content: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${content.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

/** A fresh P-256 key and an X.509 v3 certificate for it, signed by itself (RFC 5280 §4.1). */
export function makeSelfSignedCertificate({ hostname, notBefore, notAfter }: SelfSignedOptions): CertificateAndKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(sequence, derOid(ecdsaWithSha256Oid));
  // The host name stands in subjectAltName, the only place clients look (RFC 9525 §2).
  const name = der(sequence, der(set, der(sequence, derOid(commonNameOid), der(utf8String, Buffer.from('Kauke')))));
  const altNames = der(sequence, der(dnsName, Buffer.from(hostname, 'ascii')));
  const extension = der(sequence, derOid(subjectAltNameOid), der(octetString, altNames));
  // A leading 1 keeps the serial number positive and its length fixed.
  const serialNumber = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
  const toBeSigned = der(
    sequence,
    der(versionField, der(integer, Buffer.from([2]))),
    der(integer, serialNumber),
    algorithm,
    name,
    der(sequence, derTime(notBefore), derTime(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(extensionsField, der(sequence, extension)),
  );
  const signature = der(bitString, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  return {
    cert: pem(der(sequence, toBeSigned, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
