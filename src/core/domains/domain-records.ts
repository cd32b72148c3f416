import { createPublicKey, createHash } from 'node:crypto';
import type { Config } from '#config/config.ts';
import type { DkimKey, DkimKeys } from '#core/domains/domain-keys.ts';

interface StsPolicyText {
  /** The body of `/.well-known/mta-sts.txt`. */
  readonly text: string;
  /** For the DNS record `_mta-sts`; another one whenever the policy is another. */
  readonly id: string;
}

/** Whether others can check the certificate of the mail host, or will be able to before they can fetch what asks for it. */
export function hasTrustedCertificate({ tls, acme }: Pick<Config, 'tls' | 'acme'>): boolean {
  return tls !== null || acme?.trusted === true;
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

/** One DNS record to publish. */
export interface DnsRecord {
  readonly name: string;
  readonly type: 'TXT';
  readonly value: string;
}

/** RFC 8463 §4: the 32 octets that end the key's DER form. */
const ed25519Bytes = 32;

/**
 * The record that lets receivers check our signatures (RFC 6376 §3.6.1). `key` may be the private key.
 * A TXT string holds at most 255 octets: whoever writes it into a zone file must split the value.
 */
export function dkimRecord({ name, selector, key }: DkimKey & { readonly name: string }): DnsRecord {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const isEd25519 = key.asymmetricKeyType === 'ed25519';
  const published = (isEd25519 ? spki.subarray(-ed25519Bytes) : spki).toString('base64');
  return {
    name: `${selector}._domainkey.${name}`,
    type: 'TXT',
    value: `v=DKIM1; k=${isEd25519 ? 'ed25519' : 'rsa'}; p=${published}`,
  };
}

/** The records of keys that sign together. */
export function dkimRecords(name: string, { ed25519, ...rsa }: DkimKeys): DnsRecord[] {
  return [rsa, ...(ed25519 === null ? [] : [ed25519])].map((key) => dkimRecord({ ...key, name }));
}
