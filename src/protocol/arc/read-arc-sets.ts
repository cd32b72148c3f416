import { canonicalizeField, indexFields } from '#protocol/dkim/canonicalize-header.ts';
import { readSignatureTags, readSignedFields } from '#protocol/dkim/parse-signature.ts';
import type { TagList } from '#protocol/dkim/parse-tag-list.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';

/** The highest instance there may be (RFC 8617 §4.2.1). */
export const maxArcInstance = 50;

/** An ARC set: AAR, AMS and AS of one instance (RFC 8617 §4.2). */
export interface ArcSet {
  readonly results: HeaderField;
  readonly signature: HeaderField;
  readonly signatureTags: TagList;
  readonly seal: HeaderField;
  readonly sealTags: TagList;
}

/** The ARC sets of a message, oldest first; a `fault` where they are no chain. */
export interface ArcSets {
  readonly sets: readonly ArcSet[];
  /** The highest instance that any ARC field names; 0 without one. */
  readonly highest: number;
  /** cv= of the seal of that instance. */
  readonly newestStatus: string | null;
  readonly fault: string | null;
}

/** A whole set as later seals sign it (RFC 8617 §5.1.1). */
export function canonicalizeSet({ results, signature, seal }: ArcSet): string {
  return [results, signature, seal].map((field) => canonicalizeField(field, 'relaxed')).join('');
}

interface Numbered {
  readonly field: HeaderField;
  readonly tags: TagList;
  /** Null where it is none from 1 to 50. */
  readonly instance: number | null;
}

const noTags: TagList = new Map();
const instanceForm = /^[0-9]{1,2}$/;
/** RFC 8617 §4.1.1: the instance comes first; blanks and comments may stand between its parts. */
const gap = String.raw`(?:[ \t]|\([^()\\]*\))*`;
const resultsInstance = new RegExp(`^${gap}i${gap}=${gap}([0-9]{1,2})${gap};`);

function readInstance(text: string | undefined): number | null {
  const instance = text !== undefined && instanceForm.test(text) ? Number(text) : 0;
  return instance >= 1 && instance <= maxArcInstance ? instance : null;
}

function numberTagged(field: HeaderField): Numbered {
  const tags = readSignatureTags(field) ?? noTags;
  return { field, tags, instance: readInstance(tags.get('i')) };
}

function numberResults(field: HeaderField): Numbered {
  return {
    field,
    tags: noTags,
    instance: readInstance(resultsInstance.exec(fieldText(field))?.[1]),
  };
}

function statusOf(tags: TagList): string {
  return (tags.get('cv') ?? '').toLowerCase();
}

/** RFC 8617 §5.2 step 3, §4.1.2, §4.1.3: what is wrong with one set, its signatures aside. */
function findFault({ sealTags, signatureTags }: ArcSet, index: number): string | null {
  if (statusOf(sealTags) !== (index === 0 ? 'none' : 'pass')) return 'wrong cv=';
  if (sealTags.has('h')) return 'seal with h=';
  return readSignedFields(signatureTags).includes('arc-seal') ? 'signed seal' : null;
}

/** The sets in order; a reason when an instance is missing, doubled or unreadable. */
function joinSets(kinds: readonly (readonly Numbered[])[]): readonly ArcSet[] | string {
  const [results, signatures, seals] = kinds.map((fields) => new Map(fields.map((each) => [each.instance, each])));
  const count = kinds[0]?.length ?? 0;
  const sets: ArcSet[] = [];
  if (kinds.some((fields) => fields.length !== count)) return 'incomplete set';
  for (let instance = 1; instance <= count; instance += 1) {
    const [one, two, three] = [results?.get(instance), signatures?.get(instance), seals?.get(instance)];
    if (!one || !two || !three) return 'broken sequence';
    sets.push({
      results: one.field,
      signature: two.field,
      signatureTags: two.tags,
      seal: three.field,
      sealTags: three.tags,
    });
  }
  return sets;
}

/** Collects the ARC sets of a header (RFC 8617 §5.2 steps 1 to 3) without verifying anything. Never throws. */
export function readArcSets(fields: readonly HeaderField[]): ArcSets {
  const index = indexFields(fields);
  const named = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'].map((key) => index.get(key) ?? []);
  const tooMany = named.some((instances) => instances.length > maxArcInstance);
  const kinds = tooMany ? [] : named.map((instances, kind) => instances.map(kind === 0 ? numberResults : numberTagged));
  const highest = tooMany ? maxArcInstance : Math.max(0, ...kinds.flat().map(({ instance }) => instance ?? 0));
  const newest = kinds[2]?.find(({ instance }) => instance === highest);
  const newestStatus = newest ? statusOf(newest.tags) : null;
  const joined = tooMany ? 'more than 50 sets' : joinSets(kinds);
  if (typeof joined === 'string') return { sets: [], highest, newestStatus, fault: joined };
  const fault = joined.map(findFault).find((reason) => reason !== null) ?? null;
  return { sets: joined, highest, newestStatus, fault };
}
