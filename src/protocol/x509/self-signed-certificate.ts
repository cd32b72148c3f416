import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { der, derOid, tags } from '#protocol/x509/der.ts';
import { subjectAltName } from '#protocol/x509/extensions.ts';

export interface SelfSignedOptions {
  /** What the certificate is for: a host name. */
  readonly hostname: string;
  /** Milliseconds since the Unix epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Beside the host name, in DER. */
  readonly extensions?: readonly Buffer[];
}

/** PEM. */
export interface CertificateAndKey {
  readonly cert: string;
  readonly key: string;
}

const commonNameOid = '550403';
export const ecdsaWithSha256Oid = '2a8648ce3d040302';

/** A certificate's dates have two-digit years until 2049 (RFC 5280 §4.1.2.5). */
function derTime(time: number): Buffer {
  const date = new Date(time);
  const digits = `${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? der(tags.utcTime, Buffer.from(digits.slice(2)))
    : der(tags.generalizedTime, Buffer.from(digits));
}

function pem(content: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${content.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

/** A fresh P-256 key and an X.509 v3 certificate for it, signed by itself (RFC 5280 §4.1). */
export function makeSelfSignedCertificate(options: SelfSignedOptions): CertificateAndKey {
  const { hostname, notBefore, notAfter, extensions = [] } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { sequence, set, utf8String, group0, group3, integer, bitString } = tags;
  const algorithm = der(sequence, derOid(ecdsaWithSha256Oid));
  const name = der(sequence, der(set, der(sequence, derOid(commonNameOid), der(utf8String, Buffer.from('Kauke')))));
  // A leading 1 keeps the serial number positive and its length fixed.
  const serialNumber = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
  const toBeSigned = der(
    sequence,
    der(group0, der(integer, Buffer.from([2]))),
    der(integer, serialNumber),
    algorithm,
    name,
    der(sequence, derTime(notBefore), derTime(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(group3, der(sequence, subjectAltName(hostname), ...extensions)),
  );
  const signature = der(bitString, Buffer.from([0]), sign('sha256', toBeSigned, privateKey));
  return {
    cert: pem(der(sequence, toBeSigned, algorithm, signature)),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
