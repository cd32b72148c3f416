import type { ArcVerdict } from '#protocol/arc/arc-verdict.ts';
import type { Authentication } from '#protocol/authentication/authentication.ts';
import type { DkimVerdict } from '#protocol/dkim/dkim-verdict.ts';
import type { DmarcVerdict } from '#protocol/dmarc/dmarc-verdict.ts';
import type { SpfVerdict } from '#protocol/spf/spf-verdict.ts';
import { makeField } from '#protocol/message/edit-header.ts';
import type { HeaderField } from '#protocol/message/raw-message.ts';

/** RFC 2045 §5.1: what needs no quotes. */
const token = /^[!#$%&'*+\-.0-9A-Z^_`a-z{|}~]+$/;

/** What could end a quoted string or a comment, and all that is not printable ASCII: HELO names come as they were sent. */
const hostile = /["\\()]|[^ -~]/g;

/** ` name=value`, quoted where it must be; nothing without a value (RFC 8601 §2.2). */
function property(name: string, value: string | null): string {
  if (value === null || value === '') return '';
  return ` ${name}=${token.test(value) ? value : `"${value.replaceAll(hostile, '')}"`}`;
}

function comment(text: string | null): string {
  return text === null ? '' : ` (${text.replaceAll(hostile, '')})`;
}

/** Only the domain: a local part would show who wrote, or whose alias this is, to whoever reads the header. */
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
 * Authentication-Results (RFC 8601) in our name, which is MAIL_HOSTNAME: what SPF, DKIM, DMARC and ARC said. It holds
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
