import { createHash } from 'node:crypto';
import { acmeIdentifier } from '#protocol/x509/extensions.ts';
import { makeSelfSignedCertificate, type CertificateAndKey } from '#protocol/x509/self-signed-certificate.ts';

const httpPath = /^\/\.well-known\/acme-challenge\/(?<token>[\w-]{16,256})$/;

/** What a TLS client asks for that checks a challenge (RFC 8737 §6.2). */
export const acmeProtocol = 'acme-tls/1';

/** The token that a path asks for (RFC 8555 §8.3); null for any other path. */
export function findChallengeToken(path: string): string | null {
  return httpPath.exec(path)?.groups?.['token'] ?? null;
}

/** What proves that whoever has the account answers (RFC 8555 §8.1). */
export function keyAuthorization(token: string, thumbprint: string): string {
  return `${token}.${thumbprint}`;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The certificate that answers a challenge in a TLS handshake (RFC 8737 §3). */
export function makeChallengeCertificate(hostname: string, authorization: string, nowMs: number): CertificateAndKey {
  const digest = createHash('sha256').update(authorization).digest();
  const extensions = [acmeIdentifier(digest)];
  return makeSelfSignedCertificate({ hostname, notBefore: nowMs - dayMs, notAfter: nowMs + dayMs, extensions });
}
