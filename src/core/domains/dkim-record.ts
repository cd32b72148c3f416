import { createPublicKey, type KeyObject } from 'node:crypto';

/** One DNS record to publish. */
export interface DnsRecord {
  readonly name: string;
  readonly type: 'TXT';
  readonly value: string;
}

/**
 * The record that lets receivers check our signatures (RFC 6376 §3.6.1). `key` may be the private key.
 * A TXT string holds at most 255 octets: whoever writes it into a zone file must split the value.
 */
export function dkimRecord(domain: { name: string; selector: string; key: KeyObject }): DnsRecord {
  const spki = createPublicKey(domain.key).export({ format: 'der', type: 'spki' });
  return {
    name: `${domain.selector}._domainkey.${domain.name}`,
    type: 'TXT',
    value: `v=DKIM1; k=rsa; p=${spki.toString('base64')}`,
  };
}
