import { generateKeyPairSync, createPublicKey, type KeyObject } from 'node:crypto';
import type { RawSigner } from '#support/sign-raw.ts';

/** TXT records by name; `servfail` scripts a failure, a list several records. */
export type CorpusZone = Record<string, string | readonly string[]>;

function rsa(bits: number): KeyObject {
  return generateKeyPairSync('rsa', { modulusLength: bits }).privateKey;
}

function published(key: KeyObject): string {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  // RFC 8463 §4: the bare 32 octets.
  return (key.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64');
}

function bareRsa(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'der', type: 'pkcs1' }).toString('base64');
}

/** Keys and what DNS says of them, good and bad; each selector of author.test is named after what is wrong with it. */
export function makeCorpusKeys() {
  const good = rsa(2048);
  const edwards = generateKeyPairSync('ed25519').privateKey;
  const weak = rsa(512);
  const small = rsa(1024);
  const p = published(good);
  const records: Record<string, string | readonly string[]> = {
    good: `v=DKIM1; k=rsa; p=${p}`,
    edwards: `v=DKIM1; k=ed25519; p=${published(edwards)}`,
    weak: `v=DKIM1; k=rsa; p=${published(weak)}`,
    small: `v=DKIM1; k=rsa; p=${published(small)}`,
    bare: `v=DKIM1; k=rsa; p=${bareRsa(good)}`,
    terse: `p=${p}`,
    spaced: ` v = DKIM1 ;\tk = rsa ; n = a note ; p = ${p.slice(0, 100)} ${p.slice(100)} ; `,
    wrong: `v=DKIM1; k=rsa; p=${published(rsa(2048))}`,
    revoked: 'v=DKIM1; k=rsa; p=',
    garbage: 'v=DKIM1; k=rsa; p=!!!not base64!!!',
    broken: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOC',
    textual: 'all mail is signed',
    doubled: `v=DKIM1; p=${p}; p=${p}`,
    future: `v=DKIM2; k=rsa; p=${p}`,
    late: `k=rsa; v=DKIM1; p=${p}`,
    unknown: `v=DKIM1; k=lattice; p=${p}`,
    mistyped: `v=DKIM1; k=ed25519; p=${p}`,
    sha1: `v=DKIM1; h=sha1; p=${p}`,
    both: `v=DKIM1; h=sha1:sha256; p=${p}`,
    web: `v=DKIM1; s=web; p=${p}`,
    email: `v=DKIM1; s=web:email; p=${p}`,
    strict: `v=DKIM1; t=s; p=${p}`,
    testing: `v=DKIM1; t=y; p=${p}`,
    trouble: 'servfail',
    two: [`v=DKIM1; k=rsa; p=${p}`, 'v=spf1 -all'],
    twisted: ['v=spf1 -all', `v=DKIM1; k=rsa; p=${p}`],
  };
  const zone: CorpusZone = {
    'list._domainkey.list.test': `v=DKIM1; k=rsa; p=${p}`,
    'hop1._domainkey.hop1.test': `v=DKIM1; k=rsa; p=${p}`,
    'hop2._domainkey.hop2.test': `v=DKIM1; k=ed25519; p=${published(edwards)}`,
    'hop3._domainkey.hop3.test': `v=DKIM1; k=rsa; p=${published(small)}`,
    'weak._domainkey.hop1.test': `v=DKIM1; k=rsa; p=${published(weak)}`,
    'trouble._domainkey.hop1.test': 'servfail',
    'good._domainkey.xn--mnchen-3ya.test': `v=DKIM1; p=${p}`,
  };
  for (const [selector, record] of Object.entries(records)) zone[`${selector}._domainkey.author.test`] = record;

  const keyOf = (selector: string): KeyObject => {
    if (selector === 'edwards') return edwards;
    if (selector === 'weak') return weak;
    return selector === 'small' ? small : good;
  };
  const author = (selector = 'good'): RawSigner => ({ domain: 'author.test', selector, key: keyOf(selector) });
  const hops: readonly RawSigner[] = [
    { domain: 'hop1.test', selector: 'hop1', key: good },
    { domain: 'hop2.test', selector: 'hop2', key: edwards },
    { domain: 'hop3.test', selector: 'hop3', key: small },
  ];
  const hop = (selector: string): RawSigner => ({ domain: 'hop1.test', selector, key: keyOf(selector) });
  const list: RawSigner = { domain: 'list.test', selector: 'list', key: good };
  return { zone, author, hops, hop, list };
}

export type CorpusKeys = ReturnType<typeof makeCorpusKeys>;
