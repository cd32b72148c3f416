import { isAscii } from 'node:buffer';
import { addressOctets, sharePrefix, unmapAddress } from '#platform/ip.ts';
import type { DnsAnswer, Resolver } from '#protocol/dns/resolver.ts';
import { toDomainName, splitAddress } from '#protocol/message/address.ts';
import { createSpfLookups, SpfError, type SpfLookups } from '#protocol/spf/spf-lookups.ts';
import { expandDomainSpec, namesLocalPart, type MacroString, type MacroValues } from '#protocol/spf/spf-macro.ts';
import { isSpfRecord, parseSpfRecord, type SpfMechanism } from '#protocol/spf/spf-record.ts';

/** A result of SPF (RFC 7208 §2.6). */
export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

/** A verdict of SPF about the client and the reverse-path, or the HELO name where the reverse-path is null. */
export interface SpfVerdict {
  readonly result: SpfResult;
  /** The domain that was checked, A-label; null where there was none. */
  readonly domain: string | null;
  readonly scope: 'mailfrom' | 'helo';
}

export interface SpfQuestion {
  /** The client's IP address. */
  readonly address: string;
  /** As given in HELO or EHLO. */
  readonly helo: string;
  /** MAIL FROM without brackets; empty for `<>`. */
  readonly reversePath: string;
}

/** What stays the same throughout a check. */
interface Check {
  readonly lookups: SpfLookups;
  readonly octets: readonly number[];
  readonly values: Omit<MacroValues, 'd' | 'p'>;
}

/** RFC 7208 §4.3: at least two labels, none of them empty or longer than 63 octets. */
const checkable = /^(?=.{1,253}$)(?:[\x21-\x2d\x2f-\x7e]{1,63}\.)+[\x21-\x2d\x2f-\x7e]{1,63}$/;

/** Addresses as the macro `i` shows them: IPv6 as nibbles with dots (RFC 7208 §7.3). */
function macroAddress(octets: readonly number[]): string {
  return octets.length === 4
    ? octets.join('.')
    : [...octets.map((octet) => octet.toString(16).padStart(2, '0')).join('')].join('.');
}

function isWithinDomain(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}

/** RFC 7208 §7.3, `p`: the domain itself, else a name within it, else any. */
async function clientName(lookups: SpfLookups, domain: string): Promise<string> {
  const names = await lookups.clientNames();
  return (
    names.find((name) => name === domain) ?? names.find((name) => isWithinDomain(name, domain)) ?? names[0] ?? 'unknown'
  );
}

/** Null: a term with the local part in it, which is not ASCII, matches nothing (RFC 8616 §4). */
function expand(check: Check, spec: MacroString | null, domain: string): Promise<string> | string | null {
  if (spec === null) return domain;
  return namesLocalPart(spec) && !isAscii(Buffer.from(check.values.l))
    ? null
    : expandDomainSpec(spec, { ...check.values, d: domain, p: () => clientName(check.lookups, domain) });
}

type HostsMechanism = Extract<SpfMechanism, { kind: 'a' | 'mx' }>;

function isAmong({ octets }: Check, addresses: readonly string[], { bits4, bits6 }: HostsMechanism): boolean {
  return addresses.some((address) =>
    sharePrefix(octets, addressOctets(address) ?? [], octets.length === 4 ? bits4 : bits6),
  );
}

async function matchesMailHosts(check: Check, name: string, mechanism: HostsMechanism): Promise<boolean> {
  for await (const addresses of check.lookups.mailHostAddresses(name)) {
    if (isAmong(check, addresses, mechanism)) return true;
  }
  return false;
}

/** RFC 7208 §5.2: a pass there is a match here. A domain without a record is an error of whoever included it. */
async function includes(check: Check, name: string): Promise<boolean> {
  const result = await checkHost(check, name);
  if (result === 'none') throw new SpfError('permerror');
  return result === 'pass';
}

async function matches(check: Check, mechanism: SpfMechanism, domain: string): Promise<boolean> {
  if (mechanism.kind === 'all') return true;
  if (mechanism.kind === 'ip') return sharePrefix(check.octets, mechanism.network, mechanism.bits);
  check.lookups.countTerm();
  const name = (await expand(check, mechanism.domain, domain))?.toLowerCase();
  if (name === undefined) return false;
  // What is no name of a host has nothing in DNS, and nobody is asked (RFC 7208 §4.8 leaves it open).
  if (mechanism.kind !== 'include' && !checkable.test(name)) return false;
  switch (mechanism.kind) {
    case 'include':
      return includes(check, name);
    case 'a':
      return isAmong(check, await check.lookups.hostAddresses(name), mechanism);
    case 'mx':
      return matchesMailHosts(check, name, mechanism);
    case 'exists':
      return check.lookups.exists(name);
    case 'ptr':
      return (await check.lookups.clientNames()).some((each) => isWithinDomain(each, name));
  }
}

/** RFC 7208 §4.4, §4.5. */
function findRecord(answer: DnsAnswer<string>): string | null {
  if (answer.kind === 'trouble') throw new SpfError('temperror');
  if (answer.kind !== 'found') return null;
  const [record, another] = answer.records.filter(isSpfRecord);
  if (another !== undefined) throw new SpfError('permerror');
  return record ?? null;
}

/** check_host() of RFC 7208 §4. @throws SpfError */
async function checkHost(check: Check, domain: string): Promise<SpfResult> {
  if (!checkable.test(domain)) return 'none';
  const text = findRecord(await check.lookups.txt(domain));
  if (text === null) return 'none';
  const record = parseSpfRecord(text);
  if (record === null) throw new SpfError('permerror');
  for (const { mechanism, result } of record.directives) {
    if (await matches(check, mechanism, domain)) return result;
  }
  if (record.redirect === null) return 'neutral';
  check.lookups.countTerm();
  const name = (await expand(check, record.redirect, domain))?.toLowerCase();
  if (name === undefined) return 'neutral';
  const result = await checkHost(check, name);
  // RFC 7208 §6.1: a redirect has to lead to a record.
  if (result === 'none') throw new SpfError('permerror');
  return result;
}

interface SpfIdentity extends Pick<SpfVerdict, 'domain' | 'scope'> {
  readonly local: string;
}

/**
 * The identity that SPF checks. Where the reverse-path is null, the HELO name stands in for its domain (RFC 7208 §2.3,
 * §2.4).
 * A domain of null cannot be checked: an address literal, one label (RFC 7208 §4.3).
 */
export function spfIdentity({ helo, reversePath }: Omit<SpfQuestion, 'address'>): SpfIdentity {
  const isNull = reversePath === '';
  const { local, domain: text } = isNull ? { local: '', domain: helo } : splitAddress(reversePath);
  const domain = toDomainName(text.replace(/\.$/, ''));
  return {
    scope: isNull ? 'helo' : 'mailfrom',
    local: local === '' ? 'postmaster' : local,
    domain: domain?.includes('.') === true ? domain : null,
  };
}

/**
 * Sender Policy Framework (RFC 7208): whether the client may send for the domain of the reverse-path. Asks at most ten
 * terms' worth of DNS; a limit of time is the caller's. Never throws for what DNS or the record says.
 */
export async function checkSpf(
  { resolver }: { readonly resolver: Resolver },
  question: SpfQuestion,
): Promise<SpfVerdict> {
  const { scope, local, domain } = spfIdentity(question);
  const address = unmapAddress(question.address);
  const octets = addressOctets(address);
  if (octets === null || domain === null) return { result: 'none', domain: null, scope };
  const values = {
    s: `${local}@${domain}`,
    l: local,
    o: domain,
    i: macroAddress(octets),
    h: question.helo,
    v: octets.length === 4 ? 'in-addr' : 'ip6',
  };
  const check = { lookups: createSpfLookups(resolver, address), octets, values };
  try {
    return { result: await checkHost(check, domain), domain, scope };
  } catch (error) {
    if (error instanceof SpfError) return { result: error.result, domain, scope };
    throw error;
  }
}
