import type { RspamdConfig } from '#config/config.ts';
import type { BlockLists } from '#mail/judge/block-lists.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { SenderBlocks } from '#core/operator/sender-blocks.ts';
import { findSigningKey } from '#core/domains/domain-keys.ts';
import type { ReportRows } from '#core/mail-reports/report-rows.ts';
import type { Tracer } from '#core/alias-traces/alias-traces.ts';
import { askRspamd } from '#mail/judge/ask-rspamd.ts';
import { checkMessage } from '#mail/judge/check-message.ts';
import { reportRowOf } from '#mail/judge/report-row.ts';
import { isSenderProven, judgeMessage, type Judgement, type JudgeRules } from '#mail/judge/judge-message.ts';
import type { Recipient } from '#mail/recipient/resolve-recipient.ts';
import type { Metrics } from '#platform/metrics.ts';
import { type Authentication, verifyMessage } from '#protocol/authentication/verify-message.ts';
import { createBodyHashes, type BodyHashes } from '#protocol/dkim/body-hashes.ts';
import type { LocalKey } from '#protocol/dkim/dkim-keys.ts';
import { splitAddress } from '#protocol/message/address.ts';
import type { Mailbox } from '#protocol/message/mailboxes.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';

/** What it takes to judge who sent a message, and whether it is wanted. */
export interface JudgeContext extends JudgeRules {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly resolver: Resolver;
  /** Our own domains, whose keys are known without DNS. */
  readonly domains: DomainDirectory;
  /** DNS block lists that are asked about each client. */
  readonly blockLists: BlockLists;
  /** Senders whom the operator lets write to nobody. */
  readonly senderBlocks: SenderBlocks;
  /** Of aliases whose owners watch what becomes of their mail. */
  readonly tracer: Tracer;
  /** What is reported to owners of From domains. */
  readonly reportRows: ReportRows;
  /** The Rspamd that is asked about each message; null: none. */
  readonly rspamd: RspamdConfig | null;
}

export type Verification =
  | { readonly accepted: true; readonly verified: VerifiedMessage }
  | {
      readonly accepted: false;
      readonly reply: SmtpReply;
      /** What owners may wish for all the same; left out: it has no form or no author, or may come again. */
      readonly refused?: RefusedMessage;
    };

/** A message that is refused for good unless its recipient wishes otherwise. */
export interface RefusedMessage {
  readonly verified: VerifiedMessage;
  readonly reason: RefusalReason;
}

/** `rejected`: by the policy of the From domain. */
export type RefusalReason = 'unauthenticated' | 'rejected' | 'spam';

function refuse(reply: SmtpReply): Verification {
  return { accepted: false, reply };
}

/** The keys of our own domains, so that their signatures need no DNS. */
function localKeyOf(domains: DomainDirectory): LocalKey {
  return (name, selector) => {
    const domain = domains.find(name);
    return domain && findSigningKey(domain, selector);
  };
}

/** From on one of our own domains is ours to write: it needs the signature that only we can make (null: it has it). */
function judgeOwnFrom(domains: DomainDirectory, author: Mailbox, { dkim }: Authentication): SmtpReply | null {
  const own = domains.find(splitAddress(author.address).domain);
  if (own === null) return null;
  const isOurs = dkim.some(
    ({ result, domain, selector }) =>
      result === 'pass' && domain === own.name && findSigningKey(own, selector ?? '') !== null,
  );
  if (isOurs) return null;
  // The answers about other signatures did not come in time, and this one was given up with them.
  const isLate = dkim.some(({ result, domain }) => result === 'temperror' && domain === null);
  return isLate ? smtpReplies.cannotAuthenticate : smtpReplies.forgedFrom;
}

/** The operator stays within reach of everybody (RFC 5321 §4.5.1). */
function isBlocked(
  { senderBlocks }: JudgeContext,
  { envelope, recipients }: ReceivedMessage<Recipient>,
  author: Mailbox,
) {
  return (
    recipients.some(({ kind }) => kind !== 'operator') && senderBlocks.names([author.address, envelope.reversePath])
  );
}

function count(metrics: Metrics, { spf, dkim, dmarc, arc }: Authentication): void {
  metrics.authentication('spf', spf.result);
  metrics.authentication('dkim', dkim.find(({ result }) => result === 'pass')?.result ?? dkim[0]?.result ?? 'none');
  metrics.authentication('dmarc', dmarc.result);
  metrics.authentication('arc', arc.result);
}

/** Where no reports are sent, nothing is done for them. */
function noteForReport(
  { reportRows }: JudgeContext,
  received: ReceivedMessage<Recipient>,
  authentication: Authentication,
  judgement: Judgement,
): void {
  if (!reportRows.wants.dmarc) return;
  const row = reportRowOf(received, authentication, judgement);
  if (row !== null) reportRows.dmarc(row);
}

/**
 * Looks at a received message and its sender: form, SPF, DKIM, DMARC and ARC, spam. What it says never depends on the
 * recipients, so that no refusal tells one alias from another. Never throws.
 */
export async function verifyReceived(
  context: JudgeContext,
  received: ReceivedMessage<Recipient>,
  message: RawMessage,
): Promise<Verification> {
  const { domains, log, metrics, rspamd } = context;
  const { client, content, envelope } = received;
  const check = checkMessage(message, envelope.reversePath);
  if (!check.accepted) return check;
  const { author, folded } = check;
  if (isBlocked(context, received, author)) return refuse(smtpReplies.senderBlocked);
  const hashes = createBodyHashes(message.body);
  const [authentication, spam] = await Promise.all([
    verifyMessage(context, { message, hashes, localKey: localKeyOf(domains), author, envelope, client }),
    askRspamd({ rspamd, log }, { content, envelope, client }),
  ]);
  count(metrics, authentication);
  const forged = judgeOwnFrom(domains, author, authentication);
  if (forged !== null) return refuse(forged);
  const parts = { message, folded, author, received, authentication, hashes };
  const judgement = await judgeMessage(context, { message, authentication, envelope });
  noteForReport(context, received, authentication, judgement);
  if (!judgement.accepted) {
    const { reply, reason } = judgement;
    if (reason === null) return { accepted: false, reply };
    const senderProven = isSenderProven({ authentication, envelope });
    // Nothing vouches for the author, and what Rspamd thinks of it as spam goes on counting.
    const found = { unverified: true, vouchedBy: null, senderProven, spam: spam === 'spam' || spam === 'refuse' };
    return { accepted: false, reply, refused: { verified: { ...parts, ...found }, reason } };
  }
  const { unverified, quarantined, vouchedBy, senderProven } = judgement;
  const found = { unverified, vouchedBy, senderProven, spam: quarantined || spam === 'spam' };
  const verified = { ...parts, ...found };
  if (spam !== 'refuse') return { accepted: true, verified };
  const refused = { verified: { ...verified, spam: true }, reason: 'spam' } as const;
  return { accepted: false, reply: smtpReplies.spam, refused };
}

/** A received message that was not refused for what it is, and what was found out about its sender. */
export interface VerifiedMessage {
  /** As received; signatures are over it. */
  readonly message: RawMessage;
  /** From `checkMessage`; the very message where nothing had to be folded. Same body. */
  readonly folded: RawMessage;
  /** The one mailbox of its From. */
  readonly author: Mailbox;
  readonly received: ReceivedMessage<Recipient>;
  readonly authentication: Authentication;
  /** Of the message's body. */
  readonly hashes: BodyHashes;
  /** Neither SPF nor DKIM passed in alignment with From. */
  readonly unverified: boolean;
  /** The one domain that is shown, where it and not the author's vouches; else null. */
  readonly vouchedBy: string | null;
  /** The sender is authenticated: it may be told that its message failed. */
  readonly senderProven: boolean;
  /** To be treated with suspicion: Rspamd, or the policy of the From domain (RFC 9989 §4.7, p=quarantine), says so. */
  readonly spam: boolean;
}
