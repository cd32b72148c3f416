import { domainToUnicode } from 'node:url';
import type { ArcVerdict } from '#protocol/arc/verify-arc.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { DkimVerdict } from '#protocol/dkim/verify-dkim.ts';
import type { DmarcVerdict } from '#protocol/dmarc/check-dmarc.ts';
import { makeField, fieldText } from '#protocol/message/header-fields.ts';
import type { HeaderField } from '#protocol/message/parse-message.ts';
import type { SpfVerdict } from '#protocol/spf/check-spf.ts';

/** What can stand around a name in such a field. */
const separators = /[\s"'(),/:;<=>@[\]]+/;

/**
 * A forged Authentication-Results: whether a field may be read as written by `hostname`, who then removes it from what
 * comes in (RFC 8601 §5). Parsers differ about comments, quotes and Unicode, so the name anywhere in it is enough.
 */
export function claimsToBeOurs(field: HeaderField, hostname: string): boolean {
  if (field.key !== 'authentication-results') return false;
  const ours = hostname.toLowerCase();
  const names = [ours, domainToUnicode(ours)].flatMap((name) => [name, `${name}.`]);
  return fieldText(field)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\\', '')
    .replaceAll('\u3002', '.')
    .split(separators)
    .some((word) => names.includes(word));
}

/** RFC 2045 §5.1: what needs no quotes. */
const token = /^[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+$/;

/**
 * What could end a quoted string or a comment, and all that is not printable ASCII: HELO names come as they were sent.
 */
const hostile = /["\\()]|[^ -~]/g;

/** ` name=value`, quoted where it must be; nothing without a value (RFC 8601 §2.2). */
function property(name: string, value: string | null): string {
  if (value === null || value === '') return '';
  return ` ${name}=${token.test(value) ? value : `"${value.replaceAll(hostile, '')}"`}`;
}

function comment(text: string | null): string {
  return text === null ? '' : ` (${text.replaceAll(hostile, '')})`;
}

/** Only the domain: a local part would show to whoever reads the header who wrote, and to whom. */
function spfResult({ result, domain, scope }: SpfVerdict): string {
  return `spf=${result}${property(`smtp.${scope}`, domain)}`;
}

/** header.b tells apart signatures of one domain (RFC 6008). */
function dkimResult({ result, comment: why, domain, selector, algorithm, signaturePrefix }: DkimVerdict): string {
  return (
    `dkim=${result}${comment(why)}${property('header.d', domain)}${property('header.s', selector)}` +
    `${property('header.a', algorithm)}${property('header.b', signaturePrefix)}`
  );
}

function dmarcResult({ result, domain, policy }: DmarcVerdict): string {
  return `dmarc=${result}${comment(policy && `p=${policy}`)}${property('header.from', domain)}`;
}

/** RFC 8617 §10.1 knows no temperror: then nothing is said. */
function arcResult({ result, instance, comment: why }: ArcVerdict): string | null {
  if (result === 'temperror') return null;
  return `arc=${result}${comment(result === 'none' ? null : [`i=${instance}`, why].filter((part) => part !== null).join(' '))}`;
}

/**
 * Authentication-Results (RFC 8601, RFC 7208 §9.2, RFC 6376 §6.2) under `hostname`, the authserv-id: what SPF, DKIM, DMARC and ARC said. It holds
 * no local part of any address.
 */
export function makeAuthenticationResults(hostname: string, authentication: Authentication): HeaderField {
  const { spf, dkim, dmarc, arc } = authentication;
  const results = [
    spfResult(spf),
    ...(dkim.length === 0 ? ['dkim=none'] : dkim.map(dkimResult)),
    dmarcResult(dmarc),
    arcResult(arc),
  ];
  return makeField('Authentication-Results', [hostname, ...results.filter((text) => text !== null)].join('; '));
}
