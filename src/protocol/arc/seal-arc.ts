import type { KeyObject } from 'node:crypto';
import type { ArcVerdict } from '#protocol/arc/verify-arc.ts';
import { canonicalizeSet, maxArcInstance, readArcSets } from '#protocol/arc/read-arc-sets.ts';
import { canonicalizeField, canonicalizeSigned, indexFields } from '#protocol/dkim/canonicalize-header.ts';
import { chooseSignedFields, foldList, signField, type SigningPlace } from '#protocol/dkim/sign-dkim.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

export interface SealArcInput {
  /** The header as it leaves, the DKIM signature included: nothing may change after the seal. */
  readonly fields: readonly HeaderField[];
  /** Of the whole body in relaxed form. */
  readonly bodyHash: Buffer;
  /** From `makeAuthenticationResults`. */
  readonly authenticationResults: HeaderField;
  /** What came in. */
  readonly arc: Pick<ArcVerdict, 'result'>;
  /** A-label. */
  readonly domain: string;
  readonly selector: string;
  /** RSA private key. */
  readonly key: KeyObject;
  readonly now: Date;
  /** As in `signDkim`. */
  readonly ownFields?: readonly string[];
  /** As in `signDkim`. */
  readonly place?: SigningPlace;
}

type ChainStatus = 'none' | 'pass' | 'fail';

/** cv= of the next set; null where there must be none (RFC 8617 §5.1 step 2, §4.2.1) or nobody knows. */
function nextStatus(arc: SealArcInput['arc'], highest: number, newestStatus: string | null): ChainStatus | null {
  if (highest === 0) return 'none';
  if (highest >= maxArcInstance || newestStatus === 'fail' || arc.result === 'temperror') return null;
  return arc.result === 'pass' ? 'pass' : 'fail';
}

/**
 * The next ARC set of a message (RFC 8617 §5.1): ARC-Seal, ARC-Message-Signature and ARC-Authentication-Results with
 * their CRLFs, to be put in front of the header. Empty where the chain cannot go on: it ended before (cv=fail), has 50
 * sets, or DNS did not say whether it holds. A failed chain is sealed as such, over the new set alone (RFC 8617
 * §5.1.2).
 * @throws Error when the key cannot sign.
 */
export async function sealArc(input: SealArcInput): Promise<Buffer> {
  const { fields, bodyHash, authenticationResults, arc, domain, selector, now, ownFields = [] } = input;
  const { sets, highest, newestStatus } = readArcSets(fields);
  const status = nextStatus(arc, highest, newestStatus);
  if (status === null) return Buffer.alloc(0);
  const seconds = Math.floor(now.getTime() / 1000);
  const start = `i=${highest + 1}; a=rsa-sha256;`;
  const signer = `\r\n d=${domain};\r\n s=${selector}; t=${seconds};\r\n`;

  const name = 'ARC-Authentication-Results';
  const text = authenticationResults.raw.toString('latin1');
  const raw = Buffer.from(`${name}: i=${highest + 1};${text.slice(text.indexOf(':') + 1)}`, 'latin1');
  const results = { name, key: name.toLowerCase(), raw };

  const index = indexFields(fields);
  const signed = chooseSignedFields(index, [...ownFields, 'dkim-signature']);
  const bodyTags = ` h=${foldList(signed, ':')};\r\n bh=${bodyHash.toString('base64')};\r\n b=`;
  const signature = await signField(
    {
      name: 'ARC-Message-Signature',
      tags: `${start} c=relaxed/relaxed;${signer}${bodyTags}`,
      covered: canonicalizeSigned(index, signed, 'relaxed'),
    },
    input,
  );

  const before = status === 'pass' ? sets.map(canonicalizeSet).join('') : '';
  const own = canonicalizeField(results, 'relaxed') + canonicalizeField(signature, 'relaxed');
  const tags = `${start} cv=${status};${signer} b=`;
  const seal = await signField({ name: 'ARC-Seal', tags, covered: before + own }, input);
  return joinHeader([seal, signature, results]);
}
