import 'reflect-metadata';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { AuthorityKeyIdentifierExtension, X509CertificateGenerator, type Extension } from '@peculiar/x509';
import { beforeAll, describe, expect, it } from 'vitest';
import { keyDigest, renewalId } from '#protocol/x509/certificate-facts.ts';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
let keys: CryptoKeyPair;
beforeAll(async () => {
  keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
});

async function makeCertificate(serialNumber: string, extensions: Extension[]): Promise<X509Certificate> {
  const made = await X509CertificateGenerator.createSelfSigned({ name: 'CN=x', keys, serialNumber, extensions });
  return new X509Certificate(made.toString('pem'));
}

describe('renewalId', () => {
  it('is the one that RFC 9773 §4.1 gives for its example', async () => {
    // Its key identifier, as DER; the serial number begins with a bit that is set.
    const value = Buffer.from('30168014' + '69885b6b87464041e1b37b847ba0ae2cde01c8d4', 'hex');
    const identifier = new AuthorityKeyIdentifierExtension(
      Buffer.concat([Buffer.from('301f0603551d23', 'hex'), Buffer.from('0418', 'hex'), value]),
    );
    const certificate = await makeCertificate('87654321', [identifier]);
    expect(renewalId(certificate)).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE');
  });

  it('is none for a certificate that does not tell whose key signed it', async () => {
    expect(renewalId(await makeCertificate('01', []))).toBeNull();
    const { cert } = makeSelfSignedCertificate({ hostname: 'mx.example', notBefore: 0, notAfter: 1e12 });
    expect(renewalId(new X509Certificate(cert))).toBeNull();
  });
});

describe('keyDigest', () => {
  it('is of the key that the certificate shows', () => {
    const { cert, key } = makeSelfSignedCertificate({ hostname: 'mx.example', notBefore: 0, notAfter: 1e12 });
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
    expect(keyDigest(createPrivateKey(key))).toBe(createHash('sha256').update(spki).digest('hex'));
  });
});
