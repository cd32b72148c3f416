import { createSecureContext } from 'node:tls';
import { makeSelfSignedCertificate } from '#protocol/x509/self-signed-certificate.ts';

/** A certificate that nobody trusts, and its key (PEM). */
export const testCertificate = makeSelfSignedCertificate({
  hostname: 'mx.example',
  notBefore: Date.UTC(2020, 0),
  notAfter: Date.UTC(2060, 0),
});

export const testSecureContext = createSecureContext(testCertificate);
