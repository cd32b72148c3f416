import { canonicalizeSet, readArcSets, type ArcSet } from '#protocol/arc/read-arc-sets.ts';
import { canonicalizeField, canonicalizeOwn, indexFields } from '#protocol/dkim/canonicalize-header.ts';
import {
  checkMessageSignature,
  checkWithKey,
  type Outcome,
  type SignedMessage,
  type VerificationContext,
} from '#protocol/dkim/check-signature.ts';
import { findDkimKey, type KeyAnswer } from '#protocol/dkim/dkim-keys.ts';
import { readMessageSignature, readSigner, type Signer } from '#protocol/dkim/parse-signature.ts';
import type { VerifyInput } from '#protocol/dkim/verify-dkim.ts';

/** A verdict about an ARC chain (RFC 8617). */
export interface ArcVerdict {
  /**
   * `temperror`: DNS did not answer, so nobody knows. Never sealed, never trusted, never held against the message. RFC
   * 8617 §5.2.1 would make it a fail; but DNS trouble is never a 550, so the sender comes again.
   */
  readonly result: 'none' | 'pass' | 'fail' | 'temperror';
  /** The highest instance; 0 without a chain. */
  readonly instance: number;
  /** d= of each ARC-Seal, oldest first. */
  readonly sealers: readonly string[];
  readonly comment: string | null;
}

type Chain = Pick<ArcVerdict, 'instance' | 'sealers'>;

function failed(chain: Chain, comment: string): ArcVerdict {
  return { ...chain, result: 'fail', comment };
}

/** A verdict for the first signature that is not good; null when it is. */
function objection(chain: Chain, part: string, { result, comment }: Outcome): ArcVerdict | null {
  if (result === 'pass') return null;
  if (result === 'temperror') return { ...chain, result, comment };
  return failed(chain, `${part}: ${comment ?? result}`);
}

/** One set, who sealed it, and what the seal signs. */
interface Link {
  readonly instance: number;
  readonly set: ArcSet;
  readonly seal: Signer;
  readonly text: () => string;
}

/**
 * The sets with what their seals sign, oldest first: all sets up to their own, without their own b= (RFC 8617 §5.1.1).
 * A set is brought into relaxed form once, however many seals cover it. A reason instead where a seal names no key.
 */
function readLinks(sets: readonly ArcSet[]): Link[] | string {
  const links: Link[] = [];
  const whole: string[] = [];
  for (const [index, set] of sets.entries()) {
    const instance = index + 1;
    const seal = readSigner(set.sealTags);
    if (typeof seal === 'string') return `seal ${instance}: ${seal}`;
    whole.push(canonicalizeSet(set));
    const text = (): string => {
      const own = canonicalizeField(set.results, 'relaxed') + canonicalizeField(set.signature, 'relaxed');
      return whole.slice(0, index).join('') + own + canonicalizeOwn(set.seal, 'relaxed');
    };
    links.push({ instance, set, seal, text });
  }
  return links;
}

/** The newest ARC-Message-Signature; older ones were broken by what came after them, rightly. */
async function checkNewestSignature(
  context: VerificationContext,
  message: SignedMessage,
  { signature: field, signatureTags }: ArcSet,
): Promise<Outcome> {
  const signature = readMessageSignature(signatureTags);
  if (typeof signature === 'string') return { result: 'neutral', comment: signature };
  return checkMessageSignature(context, message, field, signature);
}

async function verifyLinks(
  context: VerificationContext,
  message: SignedMessage,
  older: readonly Link[],
  newest: Link,
): Promise<ArcVerdict> {
  const sealers = [...older, newest].map(({ seal }) => seal.domain);
  const chain = { instance: newest.instance, sealers };
  const find = ({ seal }: Link): Promise<KeyAnswer> => findDkimKey(context.resolver, seal, message.localKey);
  const checkSeal = async (link: Link, key: Promise<KeyAnswer>): Promise<ArcVerdict | null> =>
    objection(chain, `seal ${link.instance}`, await checkWithKey(await key, link.seal, link.text));

  // What somebody made up costs two look-ups: the older seals wait until the newest set is good.
  const [signed, sealed] = await Promise.all([
    checkNewestSignature(context, message, newest.set),
    checkSeal(newest, find(newest)),
  ]);
  const wrong = objection(chain, 'newest signature', signed) ?? sealed;
  if (wrong !== null) return wrong;
  // All look-ups at once; one check after the other, since each takes the whole chain before it into memory.
  for (const { link, key } of older.map((link) => ({ link, key: find(link) }))) {
    const fault = await checkSeal(link, key);
    if (fault !== null) return fault;
  }
  return { ...chain, result: 'pass', comment: null };
}

/**
 * Chain validation (RFC 8617 §5.2): its structure, the newest ARC-Message-Signature and every seal. Signatures of
 * domains for which `localKey` has a key need no DNS. Never throws.
 */
export async function verifyArc(
  context: VerificationContext,
  { message, hashes, localKey }: VerifyInput,
): Promise<ArcVerdict> {
  const { sets, highest, fault } = readArcSets(message.fields);
  const chain = { instance: highest, sealers: [] };
  const links = fault ?? readLinks(sets);
  if (typeof links === 'string') return failed(chain, links);
  const newest = links.pop();
  if (newest === undefined) return { ...chain, result: 'none', comment: null };
  return verifyLinks(context, { index: indexFields(message.fields), hashes, localKey }, links, newest);
}
