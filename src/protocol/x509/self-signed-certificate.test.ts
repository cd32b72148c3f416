import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';

const now = Date.UTC(2026, 10, 21);

describe('makeSelfSignedCertificate', () => {
  it.each([
    ['mx.example', Date.UTC(2036, 0)],
    [`${'long-label.'.repeat(20)}example`, Date.UTC(2060, 5)],
  ])('makes a certificate for %s that OpenSSL takes', (hostname, notAfter) => {
    const { cert } = makeSelfSignedCertificate({ hostname, notBefore: now, notAfter });
    const certificate = new X509Certificate(cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkHost(hostname)).toBe(hostname);
    expect(certificate.checkHost('other.example')).toBeUndefined();
    expect(Date.parse(certificate.validFrom)).toBe(now);
    expect(Date.parse(certificate.validTo)).toBe(notAfter);
  });
});
