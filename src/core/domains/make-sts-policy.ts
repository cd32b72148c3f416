import { createHash } from 'node:crypto';

export interface StsPolicyText {
  /** The body of `/.well-known/mta-sts.txt`. */
  readonly text: string;
  /** For the DNS record `_mta-sts`; another one whenever the policy is another. */
  readonly id: string;
}

/** RFC 8461 §3.2 advises weeks; for one that only ends another, §8.3 advises little. */
const maxAgeSeconds = { enforce: 14 * 24 * 60 * 60, testing: 14 * 24 * 60 * 60, none: 24 * 60 * 60 };
const idLength = 24;

/**
 * What we ask of servers that send to our domains (MTA-STS, RFC 8461): TLS to `mailHostname`, with a valid certificate.
 * Without one of its operator's, which others could check, it asks for nothing but reports. `mailHostname`: null where
 * somebody else takes the mail; then it ends what was asked before (§8.3).
 */
export function makeStsPolicy(mailHostname: string | null, hasCertificate: boolean): StsPolicyText {
  const kind = hasCertificate ? 'enforce' : 'testing';
  const mode = mailHostname === null ? 'none' : kind;
  const mx = mailHostname === null ? [] : [`mx: ${mailHostname}`];
  const text = ['version: STSv1', `mode: ${mode}`, ...mx, `max_age: ${maxAgeSeconds[mode]}`, ''].join('\r\n');
  return { text, id: createHash('sha256').update(text).digest('hex').slice(0, idLength) };
}
