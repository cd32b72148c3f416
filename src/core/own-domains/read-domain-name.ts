import { domainToASCII, domainToUnicode } from 'node:url';
import { AppError } from '#contract/errors.ts';
import { isReservedName } from '#contract/reserved-names/reserved-names.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { domainFaults } from '#messages/server/domains.ts';

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** So that the longest name below it, that of a DKIM key, still is one (RFC 1035 §2.3.4). */
const maxOctets = 230;

/** Whether `name` is `other`, stands below it, or above it. */
function isRelated(name: string, other: string): boolean {
  return name === other || name.endsWith(`.${other}`) || other.endsWith(`.${name}`);
}

function refuse(text: string): AppError {
  return new AppError('invalid_input', { errors: { name: [text] } });
}

/** The A-label form of a name as people write it. @throws AppError invalid_input. */
function toName(text: string): string {
  const name = domainToASCII(text.trim().replace(/\.$/u, '')).toLowerCase();
  const labels = name.split('.');
  // What decodes to itself is no name in letters at all (RFC 5891 §4.2.1).
  const decodes = labels.every((one) => !one.startsWith('xn--') || domainToUnicode(one) !== one);
  const isName = labels.every((one) => label.test(one)) && !/^\d+$/u.test(labels.at(-1) ?? '');
  if (!isName || !decodes || name.length > maxOctets) throw refuse(domainFaults.noName);
  if (labels.length === 1) throw refuse(domainFaults.oneLabel);
  return name;
}

export interface ReadName {
  readonly name: string;
  readonly kind: 'own' | 'sub';
}

/** One label below a shared domain whose operator gives such names away; null: the name is no such thing. */
function readSubName({ domains, settings }: OwnDomainContext, name: string): ReadName | null {
  const dot = name.indexOf('.');
  const parent = domains.find(name.slice(dot + 1));
  if (parent === null || parent.retired || !settings.domains.below.includes(parent.name)) return null;
  const first = name.slice(0, dot);
  if (first.length < 3 || isReservedName(first) || first === 'mta-sts') throw refuse(domainFaults.reserved);
  return { name, kind: 'sub' };
}

/**
 * Reads the name of a domain that somebody wants to bring, or of a sub-domain. Refused is what nobody can own alone: public
 * suffixes, single labels, addresses, and what is ours. @throws AppError invalid_input.
 */
export async function readDomainName(context: OwnDomainContext, text: string): Promise<ReadName> {
  const { domains, settings } = context;
  const name = toName(text);
  const sub = readSubName(context, name);
  if (sub !== null) return sub;
  const ours = [...domains.all().map((domain) => domain.name), settings.domains.mailHostname];
  const isOurs = ours.some((own) => isRelated(name, own)) || isRelated(name, new URL(settings.publicUrl).hostname);
  if (isOurs) throw refuse(domainFaults.ours);
  if (!settings.domains.own) throw refuse(domainFaults.notOffered);
  // The list of suffixes is large, and asked for rarely.
  const { getPublicSuffix } = await import('tldts');
  if (getPublicSuffix(name, { allowPrivateDomains: true }) === name) throw refuse(domainFaults.publicSuffix);
  return { name, kind: 'own' };
}
