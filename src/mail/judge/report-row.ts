import type { DmarcRow } from '#core/mail-reports/report-rows.ts';
import type { Judgement } from '#mail/judge/judge-message.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import { unmapAddress } from '#platform/ip.ts';
import type { Authentication } from '#protocol/authentication/verify-message.ts';
import type { DmarcVerdict } from '#protocol/dmarc/check-dmarc.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';

const name = /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})+$/u;
/** Messages have one or two; more are a stranger's idea of what a report should hold. */
const maxSignatures = 4;

function isWithin(domain: string, above: string): boolean {
  return domain === above || domain.endsWith(`.${above}`);
}

/** Of the reported domain, or of a parent of it: other names would tell through whom a message went. */
function isOfThem(domain: string | null, reported: string): domain is string {
  return domain !== null && name.test(domain) && (isWithin(domain, reported) || isWithin(reported, domain));
}

function signaturesOf({ dkim }: Authentication, reported: string): DmarcRow['dkimResults'] {
  return dkim
    .flatMap(({ domain, selector, result }) => {
      const isReported = isOfThem(domain, reported) && selector !== null && /^[\w.-]{1,63}$/u.test(selector);
      return isReported ? [{ domain, selector, result }] : [];
    })
    .slice(0, maxSignatures);
}

function senderOf({ spf: { domain, result, scope } }: Authentication, reported: string): DmarcRow['spfResult'] {
  return scope === 'mailfrom' && isOfThem(domain, reported) ? { domain, result } : null;
}

/** What the policy did, whatever else was done with the message; null: its sender comes again. */
function dispositionOf({ result }: DmarcVerdict, judgement: Judgement): DmarcRow['disposition'] | null {
  if (!judgement.accepted) {
    if (judgement.reason === null) return null;
    if (judgement.reason === 'rejected') return 'reject';
    return result === 'pass' ? 'pass' : 'none';
  }
  if (result === 'pass') return 'pass';
  return judgement.quarantined ? 'quarantine' : 'none';
}

/** Less was done than the policy asks for. */
function reasonOf({ policy }: DmarcVerdict, judgement: Judgement, disposition: DmarcRow['disposition']) {
  if (disposition !== 'none' || policy === null || policy === 'none') return null;
  return judgement.accepted && judgement.vouchedBy !== null ? 'trusted_forwarder' : 'local_policy';
}

/**
 * What the owner of the From domain is told of a message, if they want reports (RFC 9990): the same whatever becomes of it for whom. Null:
 * they want none, DNS hid something, or the message is a report itself, is an owner's own, or came from here.
 */
export function reportRowOf(
  { client, recipients }: ReceivedMessage<Recipient>,
  authentication: Authentication,
  judgement: Judgement,
): DmarcRow | null {
  const { dmarc } = authentication;
  const { reportedAs, domain: headerFrom, result, spfAligned, dkimAligned } = dmarc;
  if (reportedAs === undefined || client.remoteAddress === null) return null;
  if ((result !== 'pass' && result !== 'fail') || recipients.every(({ kind }) => kind === 'report')) return null;
  // An owner writes as an alias: their provider would learn from where, and that they have one here.
  if (recipients.some(({ kind }) => kind === 'reverse' || kind === 'send')) return null;
  if (!name.test(reportedAs) || !name.test(headerFrom)) return null;
  const disposition = dispositionOf(dmarc, judgement);
  if (disposition === null) return null;
  return {
    domain: reportedAs,
    headerFrom,
    sourceIp: unmapAddress(client.remoteAddress),
    disposition,
    dkim: dkimAligned !== null,
    spf: spfAligned,
    reason: reasonOf(dmarc, judgement, disposition),
    dkimResults: signaturesOf(authentication, reportedAs),
    spfResult: senderOf(authentication, reportedAs),
  };
}
