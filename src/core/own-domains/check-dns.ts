import { base32nopad } from '@scure/base';
import { z } from 'zod';
import type { DomainCheck } from '#contract/account/domains.ts';
import { selectors } from '#core/domains/domain-keys.ts';
import type { LookUp } from '#core/domains/domain-dns.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { domainWords } from '#messages/server/domains.ts';
import { findDmarcRecord, isDmarcRecord } from '#protocol/dmarc/dmarc-record.ts';
import { isSpfRecord } from '#protocol/spf/spf-record.ts';

const tokenLetters = 26;

/** What proves that an account has a domain: a value that only this account can know, at `_kauke.<name>`. */
export function proofOf(keys: KeyRing, userId: string, name: string): string {
  const mac = base32nopad.encode(keys.lookupHash('domains.proof', `${userId} ${name}`)).toLowerCase();
  return `kauke=${mac.slice(0, tokenLetters)}`;
}

interface Seen {
  readonly check: DomainCheck['check'];
  readonly ok: boolean;
  readonly found: readonly string[];
  /** DNS gave no answer, which says nothing. */
  readonly trouble: boolean;
}

const seenSchema = z.array(
  z.object({
    check: z.enum(['ownership', 'mx', 'spf', 'dkim', 'dmarc']),
    ok: z.boolean(),
    found: z.array(z.string()),
    trouble: z.boolean(),
  }),
);

/** What DNS said of each check. */
export type SeenChecks = readonly Seen[];

/** What `domains.checks_sealed` holds is bound to. */
export function checksContext(domainId: string) {
  return { field: 'domains.checks', rowId: domainId };
}

export function openChecks(keys: KeyRing, id: string, sealed: Buffer | null): SeenChecks {
  return sealed === null ? [] : seenSchema.parse(JSON.parse(keys.open(checksContext(id), sealed).toString()));
}

/** More than this of what others publish is not kept. */
const maxFound = 10;
const maxFoundLength = 500;

function seen<T>(
  check: Seen['check'],
  answer: LookUp<T>,
  { ok, show }: { readonly ok: (records: readonly T[]) => boolean; readonly show: (record: T) => string },
): Seen {
  if (answer.kind === 'trouble') return { check, ok: false, found: [domainWords.noAnswer], trouble: true };
  const records = answer.kind === 'found' ? answer.records : [];
  const found = records.slice(0, maxFound).map((record) => show(record).slice(0, maxFoundLength));
  return { check, ok: ok(records), found, trouble: false };
}

const asIs = (text: string): string => text;

/** The DNS of a domain whose mail is to come here: names in it that are ours. */
interface OurNames {
  readonly host: string;
  /** The first shared domain: what takes its mail takes that of domains of accounts. */
  readonly base: string;
  /** Hosts beside it that take our mail, where all of them are known. */
  readonly hosts: readonly string[];
  /** Whose senders and keys are those of all domains of accounts. */
  readonly senders: string;
  readonly keys: readonly { readonly selector: string; readonly target: string }[];
}

/** Where another forwards, its names. */
function ourNames({ domains, settings, provider }: OwnDomainContext): OurNames {
  const base = domains.all()[0]?.name ?? '';
  if (provider.dns !== null) {
    const { hosts, senders, keys } = provider.dns;
    return { host: hosts[0], base, hosts, senders, keys };
  }
  const keys = selectors.map((selector) => ({ selector, target: keyNames(base, selector) }));
  return { host: settings.domains.mailHostname, base, hosts: [], senders: base, keys };
}

function keyNames(name: string, selector: string): string {
  return `${selector}._domainkey.${name}`;
}

async function checkMx(
  { domainDns }: OwnDomainContext,
  name: string,
  { host, base, hosts: more }: OurNames,
): Promise<Seen> {
  const [answer, shared] = await Promise.all([domainDns.mx(name), domainDns.mx(base)]);
  // Other nodes of ours have hosts of their own.
  const hosts = new Set([
    host,
    ...more,
    ...(shared.kind === 'found' ? shared.records.map(({ exchange }) => exchange) : []),
  ]);
  return seen('mx', answer, {
    ok: (records) => {
      const best = Math.min(...records.map(({ preference }) => preference));
      return records.length > 0 && records.every((one) => one.preference > best || hosts.has(one.exchange));
    },
    show: ({ exchange, preference }) => `${preference} ${exchange}`,
  });
}

async function checkDkim({ domainDns }: OwnDomainContext, name: string, { keys }: OurNames): Promise<Seen> {
  const answers = await Promise.all(keys.map(({ selector }) => domainDns.cname(keyNames(name, selector))));
  const each = answers.map((answer, index) =>
    seen('dkim', answer, {
      ok: ([target, ...more]) => more.length === 0 && target === keys[index]?.target,
      show: (target) => `${keys[index]?.selector ?? ''}: ${target}`,
    }),
  );
  return {
    check: 'dkim',
    ok: each.every(({ ok }) => ok),
    found: [...new Set(each.flatMap(({ found }) => found))],
    trouble: each.some(({ trouble }) => trouble),
  };
}

/** Looks at all that the DNS of a domain should say for its mail to come here and to be believed elsewhere. */
export async function lookAtDns(context: OwnDomainContext, name: string, proof: string): Promise<SeenChecks> {
  const { domainDns } = context;
  const ours = ourNames(context);
  const [proofs, texts, policies, mx, dkim] = await Promise.all([
    domainDns.txt(`_kauke.${name}`),
    domainDns.txt(name),
    domainDns.txt(`_dmarc.${name}`),
    checkMx(context, name, ours),
    checkDkim(context, name, ours),
  ]);
  const spf =
    texts.kind === 'found' ? { kind: texts.kind, records: texts.records.filter((text) => isSpfRecord(text)) } : texts;
  return [
    seen('ownership', proofs, { ok: (records) => records.some((text) => text.trim() === proof), show: asIs }),
    mx,
    seen('spf', spf, {
      // RFC 7208 §3.2: with two records none counts.
      ok: ([text = '', ...more]) =>
        more.length === 0 && text.toLowerCase().split(/\s+/u).includes(`include:${ours.senders}`),
      show: asIs,
    }),
    dkim,
    seen('dmarc', policies, { ok: (records) => findDmarcRecord(records) !== null, show: asIs }),
  ];
}

const freshDmarc = 'v=DMARC1; p=quarantine';

/** The SPF record to publish: the one that is there, with our senders in it. */
function spfRecord(found: readonly string[], include: string): string {
  const [present] = found.filter((text) => isSpfRecord(text));
  if (present === undefined) return `v=spf1 ${include} ~all`;
  return present.toLowerCase().split(/\s+/u).includes(include)
    ? present
    : present.replace(/^v=spf1/iu, `$& ${include}`);
}

/** What the owner of a domain is shown: what to publish, and what DNS said when it was asked last. */
export function describeChecks(
  context: OwnDomainContext,
  { name, proof, checks }: { readonly name: string; readonly proof: string; readonly checks: SeenChecks },
): DomainCheck[] {
  const { host, hosts, senders, keys } = ourNames(context);
  const exchanges = hosts.length === 0 ? [host] : hosts;
  const one = (check: DomainCheck['check'], expected: (found: readonly string[]) => DomainCheck['expected']) => {
    const { ok = false, found = [] } = checks.find((seenOne) => seenOne.check === check) ?? {};
    return { check, ok, expected: expected(found), found: [...found] };
  };
  return [
    one('ownership', () => [{ type: 'TXT', name: `_kauke.${name}`, value: proof }]),
    one('mx', () =>
      exchanges.map((exchange, index) => ({ type: 'MX', name, value: `${10 * (index + 1)} ${exchange}` })),
    ),
    one('spf', (found) => [{ type: 'TXT', name, value: spfRecord(found, `include:${senders}`) }]),
    one('dkim', () =>
      keys.map(({ selector, target }) => ({ type: 'CNAME', name: keyNames(name, selector), value: target })),
    ),
    // What stands there stays: with another one beside it none counts.
    one('dmarc', (found) => [{ type: 'TXT', name: `_dmarc.${name}`, value: found.find(isDmarcRecord) ?? freshDmarc }]),
  ];
}
