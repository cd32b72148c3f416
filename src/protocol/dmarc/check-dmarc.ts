import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import type { DmarcPolicy, DmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import {
  organizationalDomain,
  walkDmarcTree,
  type DmarcFinding,
  type DmarcTree,
} from '#protocol/dmarc/walk-dmarc-tree.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import type { SpfVerdict } from '#protocol/spf/check-spf.ts';

/** A verdict of DMARC (RFC 9989). */
export interface DmarcVerdict {
  readonly result: 'none' | 'pass' | 'fail' | 'temperror' | 'permerror';
  /** The From domain. */
  readonly domain: string;
  /** What applies to it (p= or sp= or np=); null without a record. */
  readonly policy: 'none' | 'quarantine' | 'reject' | null;
  readonly spfAligned: boolean;
  /** The d= of an aligned signature that passed. */
  readonly dkimAligned: string | null;
  /**
   * Where the policy was found, if its owner wants aggregate reports and answers for no other organisation (that of a public suffix
   * does): A-label. Left out otherwise.
   */
  readonly reportedAs?: string;
}

export interface DmarcQuestion {
  /** The domain of From: A-label in lower case, or an address literal. */
  readonly domain: string;
  readonly spf: SpfVerdict;
  readonly dkim: readonly DkimVerdict[];
  /** Of the domain, where somebody has walked it already. */
  readonly tree?: DmarcTree | null;
}

/** RFC 9989 §4.7, `t`: one level below. */
const inTest: Readonly<Record<DmarcPolicy, DmarcPolicy>> = { reject: 'quarantine', quarantine: 'none', none: 'none' };

type Aligned = 'yes' | 'no' | 'unknown';

/** Whose policy holds (RFC 9989 §4.10.1): the domain's own, its organization's, that of the public suffix above. */
function findPolicy(tree: DmarcTree): DmarcFinding | null {
  const [first] = tree.found;
  if (first?.domain === tree.domain) return first;
  const organization = organizationalDomain(tree);
  const last = tree.found.at(-1);
  return tree.found.find(({ domain }) => domain === organization) ?? (last?.record.psd === 'y' ? last : null) ?? null;
}

/** RFC 9989 §3.2: a domain exists unless DNS says NXDOMAIN. Trouble is null. */
async function exists(resolver: Resolver, domain: string): Promise<boolean | null> {
  const { kind } = await resolver.a(domain);
  return kind === 'trouble' ? null : kind !== 'no-name';
}

/** The policy that the record asks for; null where DNS trouble hides it. */
async function choosePolicy(
  resolver: Resolver,
  domain: string,
  { domain: place, record }: DmarcFinding,
  policies: NonNullable<DmarcRecord['policies']>,
): Promise<DmarcPolicy | null> {
  const { own, sub, missing } = policies;
  let policy = place === domain ? own : sub;
  if (place !== domain && missing !== sub) {
    const isThere = await exists(resolver, domain);
    if (isThere === null) return null;
    policy = isThere ? sub : missing;
  }
  return record.testing ? inTest[policy] : policy;
}

/** Identifier alignment: compares with the domain of From (RFC 9989 §4.4). */
function createAlignment(resolver: Resolver, author: DmarcTree) {
  const organization = organizationalDomain(author);
  return async (domain: string, strict: boolean): Promise<Aligned> => {
    if (domain === author.domain) return 'yes';
    if (strict) return 'no';
    // Who shares no parent with the author cannot belong to his organization.
    if (domain.split('.').at(-1) !== author.domain.split('.').at(-1)) return 'no';
    if (organization === null) return 'unknown';
    if (domain !== organization && !domain.endsWith(`.${organization}`)) return 'no';
    const other = organizationalDomain(await walkDmarcTree(resolver, domain));
    if (other === null) return 'unknown';
    return other === organization ? 'yes' : 'no';
  };
}

interface Candidate {
  readonly aligned: Aligned;
  readonly result: string;
  readonly domain: string;
}

function isTrouble({ aligned, result }: Candidate): boolean {
  return (aligned === 'unknown' && result === 'pass') || (aligned !== 'no' && result === 'temperror');
}

function passes({ aligned, result }: Candidate): boolean {
  return aligned === 'yes' && result === 'pass';
}

function treeOf(resolver: Resolver, { domain, tree }: DmarcQuestion): DmarcTree | Promise<DmarcTree> {
  return tree ?? walkDmarcTree(resolver, domain);
}

/** What passed, or might have but for DNS, and how it is aligned. */
async function findCandidates(
  resolver: Resolver,
  { spf, dkim }: DmarcQuestion,
  author: DmarcTree,
  record: DmarcRecord | null,
): Promise<{ spf: Candidate[]; dkim: Candidate[] }> {
  const align = createAlignment(resolver, author);
  const judge = async (result: string, domain: string | null, strict: boolean): Promise<Candidate[]> => {
    if (domain === null || (result !== 'pass' && result !== 'temperror')) return [];
    return [{ result, domain, aligned: await align(domain, strict) }];
  };
  const [spfFound, ...dkimFound] = await Promise.all([
    judge(spf.result, spf.domain, record?.strictSpf ?? false),
    ...dkim.map((verdict) => judge(verdict.result, verdict.domain, record?.strictDkim ?? false)),
  ]);
  return { spf: spfFound ?? [], dkim: dkimFound.flat() };
}

/** What a public suffix would hear of those below it is theirs (RFC 9990, on leaks). */
function reportedAs(finding: DmarcFinding | null): Pick<DmarcVerdict, 'reportedAs'> {
  if (finding === null) return {};
  const { domain, record } = finding;
  return record.rua === undefined || record.policies === null || record.psd === 'y' ? {} : { reportedAs: domain };
}

/**
 * DMARC (RFC 9989): whether SPF or DKIM speaks for the domain of From (alignment), and what its policy asks for if not.
 * Alignment is told even without a record. `temperror`: DNS trouble hides the record or what might have passed; then
 * the policy is the one known, or null. Asks at most eight times for each domain; a limit of time is the caller's.
 */
export async function checkDmarc(
  { resolver }: { readonly resolver: Resolver },
  question: DmarcQuestion,
): Promise<DmarcVerdict> {
  const { domain } = question;
  const tree = await treeOf(resolver, question);
  const finding = findPolicy(tree);
  const candidates = await findCandidates(resolver, question, tree, finding?.record ?? null);
  const spfAligned = candidates.spf.some(passes);
  const dkimAligned = candidates.dkim.find(passes)?.domain ?? null;
  const aligned = { domain, spfAligned, dkimAligned, ...reportedAs(finding) };
  if (finding === null) return { ...aligned, result: tree.trouble ? 'temperror' : 'none', policy: null };
  const { policies } = finding.record;
  if (policies === null) return { ...aligned, result: 'none', policy: null };
  const policy = await choosePolicy(resolver, domain, finding, policies);
  if (spfAligned || dkimAligned !== null) return { ...aligned, result: 'pass', policy };
  const trouble = policy === null || [...candidates.spf, ...candidates.dkim].some(isTrouble);
  return { ...aligned, result: trouble ? 'temperror' : 'fail', policy };
}
