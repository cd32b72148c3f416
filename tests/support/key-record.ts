import { createPublicKey, type KeyObject } from 'node:crypto';

interface Signer {
  readonly name: string;
  readonly selector: string;
  /** Private or public. */
  readonly key: KeyObject;
}

/** A DKIM key record (RFC 6376 §3.6.1): its name, and the text of an RSA key. */
export function keyRecordOf({ name, selector, key }: Signer): { readonly name: string; readonly value: string } {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { name: `${selector}._domainkey.${name}`, value: `v=DKIM1; k=rsa; p=${spki.toString('base64')}` };
}
