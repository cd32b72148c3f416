import { createPublicKey, type KeyObject } from 'node:crypto';
import { BoundedMap } from '#platform/bounded-map.ts';
import { parseTagList, readBase64, type TagList } from '#protocol/dkim/parse-tag-list.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

export type KeyType = 'rsa' | 'ed25519';

/** A public key as a key record publishes it (RFC 6376 §3.6.1, RFC 8463 §4). */
export interface DkimKey {
  readonly key: KeyObject;
  readonly type: KeyType;
  /** Verifying takes some 0.1 ms at most, less than the way to the thread pool and back. */
  readonly quick: boolean;
  /** i= must name d= itself and no subdomain (t=s). */
  readonly sameDomainOnly: boolean;
}

/** Why a record gives no key; `weak key` is the verifier's choice (RFC 8301 §3.2), the rest is the record's. */
export type KeyFault = 'revoked key' | 'invalid key record' | 'key not for email' | 'key not for sha256' | 'weak key';

/**
 * The key of a domain that the verifier holds himself, private or public, by A-label and selector; null where DNS has
 * to say.
 */
export type LocalKey = (domain: string, selector: string) => KeyObject | null;

/** A key, or why there is none. */
export type KeyAnswer = DkimKey | KeyFault | 'no key' | 'DNS trouble';

const minRsaBits = 1024;
/** RFC 8301 §3.2 asks for 4096 at least. */
const maxRsaBits = 8192;
const maxRsaExponent = 0xffff_ffffn;
/** What nearly all RSA keys have at most. */
const quickRsa = { bits: 4096, exponent: 65_537n } as const;
/** The largest key has 1,420. */
const maxRecordCharacters = 8192;
const maxRemembered = 1000;
const keyTypes: ReadonlyMap<string, KeyType> = new Map([
  ['rsa', 'rsa'],
  ['ed25519', 'ed25519'],
]);
const ed25519Bytes = 32;
/** RFC 8410 §4: what stands in front of the 32 octets. */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');
/** DER: an outer SEQUENCE whose first part is an INTEGER is a bare RSAPublicKey (RFC 8017 §A.1.1). */
const sequence = 0x30;
const integer = 0x02;

/** Parsing a key takes as long as verifying with it. By record text; what was not used for longest goes first. */
const remembered = new BoundedMap<DkimKey | KeyFault>({ max: maxRemembered, evict: 'least-recently-used' });

function isBareRsa(der: Buffer): boolean {
  const lengthOctet = der[1] ?? 0;
  const header = lengthOctet < 0x80 ? 2 : 2 + (lengthOctet & 0x7f);
  return der[0] === sequence && der[header] === integer;
}

/** Neither is there for Ed25519. */
function isWithin({ asymmetricKeyDetails: details }: KeyObject, bits: number, exponent: bigint): boolean {
  return (details?.modulusLength ?? 0) <= bits && (details?.publicExponent ?? 0n) <= exponent;
}

function readKey(type: KeyType, octets: Buffer): KeyObject | null {
  try {
    if (type === 'ed25519') {
      if (octets.length !== ed25519Bytes) return null;
      return createPublicKey({ key: Buffer.concat([ed25519Prefix, octets]), format: 'der', type: 'spki' });
    }
    const key = createPublicKey({ key: octets, format: 'der', type: isBareRsa(octets) ? 'pkcs1' : 'spki' });
    // Keys made to keep verifiers busy are no keys (RFC 6376 §8.13).
    return key.asymmetricKeyType === 'rsa' && isWithin(key, maxRsaBits, maxRsaExponent) ? key : null;
  } catch {
    return null;
  }
}

function listed(tags: TagList, name: string): readonly string[] | null {
  return (
    tags
      .get(name)
      ?.split(':')
      .map((word) => word.trim().toLowerCase()) ?? null
  );
}

/** v= may be absent; where it stands it stands first and says DKIM1. */
function isKeyRecord(tags: TagList): boolean {
  return !tags.has('v') || (tags.get('v') === 'DKIM1' && tags.keys().next().value === 'v');
}

/** What an empty p=, s= and h= do not allow. */
function restriction(tags: TagList): KeyFault | null {
  if (tags.get('p') === '') return 'revoked key';
  const services = listed(tags, 's');
  if (services !== null && !services.includes('email') && !services.includes('*')) return 'key not for email';
  return listed(tags, 'h')?.includes('sha256') === false ? 'key not for sha256' : null;
}

/** The key that p= and k= give. */
function readPublished(tags: TagList): { readonly key: KeyObject; readonly type: KeyType } | null {
  const type = keyTypes.get((tags.get('k') ?? 'rsa').toLowerCase());
  const octets = readBase64(tags.get('p') ?? '');
  if (type === undefined || octets === null) return null;
  const key = readKey(type, octets);
  return key && { key, type };
}

function parse(text: string): DkimKey | KeyFault {
  const tags = parseTagList(text);
  if (tags === null || !tags.has('p') || !isKeyRecord(tags)) return 'invalid key record';
  const restricted = restriction(tags);
  if (restricted !== null) return restricted;
  const published = readPublished(tags);
  if (published === null) return 'invalid key record';
  const { modulusLength = minRsaBits } = published.key.asymmetricKeyDetails ?? {};
  if (modulusLength < minRsaBits) return 'weak key';
  const quick = isWithin(published.key, quickRsa.bits, quickRsa.exponent);
  return { ...published, quick, sameDomainOnly: listed(tags, 't')?.includes('s') ?? false };
}

/** Parses a key record (RFC 6376 §3.6.1) and remembers the 1000 that were used last. Never throws. */
export function parseKeyRecord(text: string): DkimKey | KeyFault {
  if (text.length > maxRecordCharacters) return 'invalid key record';
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const outcome = parse(text);
  remembered.set(text, outcome);
  return outcome;
}

/** RFC 6376 §3.6.2.2 asks for one record; a few more are forgiven. */
const maxRecords = 4;

function choose(records: readonly string[]): KeyAnswer {
  const outcomes = records.slice(0, maxRecords).map((text) => parseKeyRecord(text));
  return outcomes.find((outcome) => typeof outcome !== 'string') ?? outcomes[0] ?? 'no key';
}

/**
 * The public key that a signature names (RFC 6376 §6.1.2): the local one where there is one, else the first usable one
 * in DNS. Never throws.
 */
export async function findDkimKey(
  resolver: Pick<Resolver, 'txt'>,
  { domain, selector }: { readonly domain: string; readonly selector: string },
  localKey: LocalKey,
): Promise<KeyAnswer> {
  const own = localKey(domain, selector);
  if (own !== null) {
    const type = own.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa';
    // A signer's own has some 2048 bits.
    return { key: own, type, quick: true, sameDomainOnly: false };
  }
  const answer = await resolver.txt(`${selector}._domainkey.${domain}`);
  if (answer.kind === 'trouble') return 'DNS trouble';
  return answer.kind === 'found' ? choose(answer.records) : 'no key';
}
