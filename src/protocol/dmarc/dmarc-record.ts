import type { TagList } from '#protocol/dkim/parse-tag-list.ts';

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

/** A DMARC policy record (RFC 9989 §4.7). */
export interface DmarcRecord {
  /** For the domain itself, its subdomains and its subdomains that do not exist; null: no DMARC for this message. */
  readonly policies: { readonly own: DmarcPolicy; readonly sub: DmarcPolicy; readonly missing: DmarcPolicy } | null;
  /** Whether the domain says that it is, or is not, a public suffix. */
  readonly psd: 'y' | 'n' | 'u';
  /** Only a test: the policy counts as the one below. */
  readonly testing: boolean;
  readonly strictDkim: boolean;
  readonly strictSpf: boolean;
  /** Where aggregate reports are to go, as it is written; left out: nowhere. */
  readonly rua?: string;
}

/** RFC 9989 §4.7: the version comes first, and its value as written. */
const version = /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;
/** A reporting URI with an obsolete size limit or without (RFC 9989 §4.8). */
const reportUri = /^[a-z][a-z0-9+.-]*:(?:[a-z0-9\-._~:/?#[\]@$&'()*+;=]|%[0-9a-f]{2})*(?:![0-9]+[kmgt]?)?$/i;

/** Whether a TXT record claims to be of DMARC: of those a name has one, or none counts (RFC 9989 §4.10). */
export function isDmarcRecord(text: string): boolean {
  return version.test(text.trim());
}

const policies: readonly DmarcPolicy[] = ['none', 'quarantine', 'reject'];

/** Records have a dozen; what stands behind these is ignored. */
const maxTags = 100;

/**
 * The tags by lower-case name, the first of each. Unlike in DKIM, what follows no syntax is ignored and the rest counts
 * (RFC 9989 §4.8): a slip in a record must not leave a domain without its policy.
 */
function readTags(text: string): TagList {
  const tags = new Map<string, string>();
  for (const part of text.split(';', maxTags)) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0)).trim().toLowerCase();
    if (!tags.has(name)) tags.set(name, part.slice(equals + 1).trim());
  }
  return tags;
}

function policyOf(value: string | undefined): DmarcPolicy | null {
  return policies.find((policy) => policy === value?.toLowerCase()) ?? null;
}

function wantsReports(tags: TagList): boolean {
  return (tags.get('rua') ?? '').split(',').some((uri) => reportUri.test(uri.trim()));
}

/** RFC 9989 §4.10.1: what a record without a usable policy means depends on whether reports are wanted. */
function readPolicies(tags: TagList): DmarcRecord['policies'] {
  const own = policyOf(tags.get('p'));
  const sub = tags.has('sp') ? policyOf(tags.get('sp')) : own;
  const missing = tags.has('np') ? policyOf(tags.get('np')) : sub;
  if (own !== null && sub !== null && missing !== null) return { own, sub, missing };
  return wantsReports(tags) ? { own: 'none', sub: 'none', missing: 'none' } : null;
}

/** The one DMARC record among the TXT records of a name; null without one or with several. */
export function findDmarcRecord(texts: readonly string[]): DmarcRecord | null {
  const [text, another] = texts.filter((each) => isDmarcRecord(each)).map((each) => each.trim());
  if (text === undefined || another !== undefined) return null;
  const tags = readTags(text);
  const flag = (name: string): string => tags.get(name)?.toLowerCase() ?? '';
  const psd = flag('psd');
  const rua = tags.get('rua') ?? '';
  return {
    policies: readPolicies(tags),
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
    testing: flag('t') === 'y',
    strictDkim: flag('adkim') === 's',
    strictSpf: flag('aspf') === 's',
    ...(rua !== '' && { rua }),
  };
}
