import { isIPv4 } from 'node:net';
import { addressOctets } from '#platform/ip.ts';
import { isMacroString, parseDomainSpec, type MacroString } from '#protocol/spf/spf-macro.ts';

/** A mechanism (RFC 7208 §5). A domain of null stands for the domain being checked. */
export type SpfMechanism =
  | { readonly kind: 'all' }
  | { readonly kind: 'include' | 'exists'; readonly domain: MacroString }
  | {
      readonly kind: 'a' | 'mx';
      readonly domain: MacroString | null;
      readonly bits4: number;
      readonly bits6: number;
    }
  | { readonly kind: 'ptr'; readonly domain: MacroString | null }
  | { readonly kind: 'ip'; readonly network: readonly number[]; readonly bits: number };

export interface SpfDirective {
  /** When the mechanism matches. */
  readonly result: 'pass' | 'fail' | 'softfail' | 'neutral';
  readonly mechanism: SpfMechanism;
}

export interface SpfRecord {
  readonly directives: readonly SpfDirective[];
  readonly redirect: MacroString | null;
}

const results = { '': 'pass', '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const;

/** Ten times what the standard thinks wise (RFC 7208 §3.4); only who wants to keep us busy writes more. */
const maxLength = 5000;

const modifierForm = /^([a-z][a-z0-9\-_.]*)=(.*)$/i;
const directiveForm = /^([+\-~?]?)([a-z0-9]+)(.*)$/i;
const dualCidrForm = /^(?::(.+?))?(?:\/(0|[1-9]\d?))?(?:\/\/(0|[1-9]\d{0,2}))?$/;
const ip4Form = /^:([0-9.]+)(?:\/(0|[1-9]\d?))?$/;
const ip6Form = /^:([0-9a-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/i;

function parseIp(kind: string, rest: string): SpfMechanism | null {
  const isV4 = kind === 'ip4';
  const [, address = '', bits] = (isV4 ? ip4Form : ip6Form).exec(rest) ?? [];
  const network = addressOctets(address);
  if (network === null || isV4 !== isIPv4(address)) return null;
  const most = isV4 ? 32 : 128;
  const length = bits === undefined ? most : Number(bits);
  return length > most ? null : { kind: 'ip', network, bits: length };
}

function parseHosts(kind: 'a' | 'mx', rest: string): SpfMechanism | null {
  const [match, spec, bits4 = '32', bits6 = '128'] = dualCidrForm.exec(rest) ?? [];
  if (match === undefined || Number(bits4) > 32 || Number(bits6) > 128) return null;
  const domain = spec === undefined ? null : parseDomainSpec(spec);
  if (spec !== undefined && domain === null) return null;
  return { kind, domain, bits4: Number(bits4), bits6: Number(bits6) };
}

function parseNamed(kind: 'include' | 'exists' | 'ptr', rest: string): SpfMechanism | null {
  if (kind === 'ptr' && rest === '') return { kind, domain: null };
  const domain = rest.startsWith(':') ? parseDomainSpec(rest.slice(1)) : null;
  return domain === null ? null : { kind, domain };
}

function parseMechanism(name: string, rest: string): SpfMechanism | null {
  switch (name) {
    case 'all':
      return rest === '' ? { kind: 'all' } : null;
    case 'a':
    case 'mx':
      return parseHosts(name, rest);
    case 'include':
    case 'exists':
    case 'ptr':
      return parseNamed(name, rest);
    case 'ip4':
    case 'ip6':
      return parseIp(name, rest);
    default:
      return null;
  }
}

function parseDirective(term: string): SpfDirective | null {
  const [, qualifier = '', name = '', rest = ''] = directiveForm.exec(term) ?? [];
  const mechanism = parseMechanism(name.toLowerCase(), rest);
  const result = Object.entries(results).find(([sign]) => sign === qualifier)?.[1];
  return mechanism === null || result === undefined ? null : { result, mechanism };
}

/** Whether a TXT record claims to be SPF (RFC 7208 §4.5). */
export function isSpfRecord(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

/** Takes up `redirect` and `exp`; whether the modifier is as it should be. */
function readModifier(name: string, value: string, targets: Map<string, MacroString>): boolean {
  if (name !== 'redirect' && name !== 'exp') return isMacroString(value);
  const target = parseDomainSpec(value);
  // RFC 7208 §6: each at most once.
  if (target === null || targets.has(name)) return false;
  targets.set(name, target);
  return true;
}

/**
 * Parses an SPF record of which `isSpfRecord` is true. Null when any of it is not as RFC 7208 §4.6.1 says, which makes
 * all of it a permanent error. `exp=` is checked and not used: replies that quote nobody need none.
 */
export function parseSpfRecord(text: string): SpfRecord | null {
  if (text.length > maxLength) return null;
  const directives: SpfDirective[] = [];
  const targets = new Map<string, MacroString>();
  for (const term of text.split(' ').slice(1)) {
    if (term === '') continue;
    const [modifier, name = '', value = ''] = modifierForm.exec(term) ?? [];
    if (modifier === undefined) {
      const directive = parseDirective(term);
      if (directive === null) return null;
      directives.push(directive);
    } else if (!readModifier(name.toLowerCase(), value, targets)) {
      return null;
    }
  }
  return { directives, redirect: targets.get('redirect') ?? null };
}
