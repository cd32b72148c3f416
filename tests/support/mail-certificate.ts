import 'reflect-metadata';
import { KeyObject } from 'node:crypto';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const dayMs = 24 * 60 * 60 * 1000;

/** A certificate for mail to an address, signed by itself, and its key; in PEM. */
export async function makeMailCertificate(
  address: string,
  nowMs: number,
): Promise<{ readonly certificate: string; readonly key: string }> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Ann',
    keys,
    serialNumber: '0a',
    notBefore: new Date(nowMs - dayMs),
    notAfter: new Date(nowMs + 20 * dayMs),
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'email', value: address }])],
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate: certificate.toString('pem'), key };
}
