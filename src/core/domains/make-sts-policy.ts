import { createHash } from 'node:crypto';

export interface StsPolicyText {
  /** The body of `/.well-known/mta-sts.txt`. */
  readonly text: string;
  /** For the DNS record `_mta-sts`; another one whenever the policy is another. */
  readonly id: string;
}

/** RFC 8461 §3.2 advises weeks. */
const maxAgeSeconds = 14 * 24 * 60 * 60;
const idLength = 24;

/**
 * What we ask of servers that send to our domains (MTA-STS, RFC 8461): TLS to `mailHostname`, with a valid certificate.
 * Without one of its operator's, which others could check, it asks for nothing but reports.
 */
export const makeStsPolicy = (mailHostname: string, hasCertificate: boolean): StsPolicyText => {
  const mode = hasCertificate ? 'enforce' : 'testing';
  const lines = ['version: STSv1', `mode: ${mode}`, `mx: ${mailHostname}`, `max_age: ${maxAgeSeconds}`, ''];
  const text = lines.join('\r\n');
  return { text, id: createHash('sha256').update(text).digest('hex').slice(0, idLength) };
};
