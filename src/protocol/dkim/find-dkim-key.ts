import type { KeyObject } from 'node:crypto';
import { parseKeyRecord, type DkimKey, type KeyFault } from '#protocol/dkim/parse-key-record.ts';
import type { Signer } from '#protocol/dkim/parse-signature.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';

/** The key of one of our own domains, private or public, by A-label and selector; null where DNS has to say. */
export type LocalKey = (domain: string, selector: string) => KeyObject | null;

/** A key, or why there is none. */
export type KeyAnswer = DkimKey | KeyFault | 'no key' | 'DNS trouble';

/** RFC 6376 §3.6.2.2 asks for one record; a few more are forgiven. */
const maxRecords = 4;

function choose(records: readonly string[]): KeyAnswer {
  const outcomes = records.slice(0, maxRecords).map((text) => parseKeyRecord(text));
  return outcomes.find((outcome) => typeof outcome !== 'string') ?? outcomes[0] ?? 'no key';
}

/**
 * The key that a signature names (RFC 6376 §6.1.2): ours where it is ours, else the first usable one in DNS.
 * Never throws.
 */
export async function findDkimKey(
  resolver: Pick<Resolver, 'txt'>,
  { domain, selector }: Signer,
  localKey: LocalKey,
): Promise<KeyAnswer> {
  const own = localKey(domain, selector);
  if (own !== null) {
    const type = own.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa';
    // Ours have 2048 bits.
    return { key: own, type, quick: true, sameDomainOnly: false };
  }
  const answer = await resolver.txt(`${selector}._domainkey.${domain}`);
  if (answer.kind === 'trouble') return 'DNS trouble';
  return answer.kind === 'found' ? choose(answer.records) : 'no key';
}
