import { createPublicKey, sign, type KeyObject } from 'node:crypto';
import { der, derOid, tags } from '#protocol/x509/der.ts';
import { subjectAltName } from '#protocol/x509/extensions.ts';
import { ecdsaWithSha256Oid } from '#protocol/x509/self-signed-certificate.ts';

const extensionRequestOid = '2a864886f70d01090e';

/** A certification request (CSR, PKCS #10: RFC 2986 §4) for one host name, in DER. `key`: private, on P-256. */
export function makeCertificateRequest(hostname: string, key: KeyObject): Buffer {
  const { sequence, set, integer, group0, bitString } = tags;
  const extensions = der(sequence, subjectAltName(hostname));
  const toBeSigned = der(
    sequence,
    der(integer, Buffer.from([0])),
    // No subject: names stand in the extension, and this one may be too long for a common name.
    der(sequence),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    der(group0, der(sequence, derOid(extensionRequestOid), der(set, extensions))),
  );
  const signature = der(bitString, Buffer.from([0]), sign('sha256', toBeSigned, key));
  return der(sequence, toBeSigned, der(sequence, derOid(ecdsaWithSha256Oid)), signature);
}
