import { smtpReplies, submissionReplies, type SmtpReply } from '#contract/smtp-replies.ts';
import type { CredentialHolder } from '#core/credentials/credentials.ts';
import { checkSendingLimits } from '#core/limits/sending-limits.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { checkMessage } from '#mail/judge/check-message.ts';
import { dispatchMessage } from '#mail/queue/dispatch-message.ts';
import { explainRefusal } from '#mail/as-alias/explain-to-owner.ts';
import { authorizeSender, type AuthorizedAlias } from '#mail/as-alias/authorize-sender.ts';
import { limitReply } from '#mail/as-alias/limit-reply.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { parseMessage, type RawMessage } from '#protocol/message/parse-message.ts';
import { prepareSent } from '#mail/as-alias/prepare-sent.ts';
import type { SubmissionRecipient } from '#mail/as-alias/resolve-correspondent.ts';
import { writeDraft } from '#mail/as-alias/write-draft.ts';
import { fingerprintOf } from '#mail/queue/state/retry-memory.ts';
import type { WriteAsAliasOutcome } from '#mail/as-alias/write-as-alias.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/mx-handler.ts';

/**
 * Takes a message from the mail program of an alias's owner: written anew as the alias, stored, then delivered by the
 * worker. Only the envelope says who gets it. Recipients become contacts, so that they are known by the same reverse
 * address when they answer. The reply is positive only when the message is on stable storage.
 * @throws Error when the database does not answer.
 */
export async function submitMessage(
  context: AsAliasContext,
  holder: CredentialHolder,
  received: ReceivedMessage<SubmissionRecipient>,
): Promise<SmtpReply> {
  const decision = await authorizeSender(context, holder);
  if (!decision.accepted) return decision.reply;
  const { alias } = decision;
  const message = parseMessage(received.content);
  const check = checkMessage(message);
  if (!check.accepted) return check.reply;
  if (normalizeAddress(check.author.address) !== alias.address) return submissionReplies.fromNotAlias;
  const written = await writeDraft(context, {
    alias,
    message,
    authorName: check.author.name,
    otherRecipients: 'keep',
  });
  if (written.kind === 'refused') {
    return { ...submissionReplies.notWritten, text: explainRefusal(written.reason) };
  }
  const recipients = distinct(received.recipients);
  const newRecipients = recipients.filter(({ known }) => !known).length;
  const limited = await checkSendingLimits(context, { userId: alias.userId, aliasId: alias.id, newRecipients });
  if (limited !== null) return limitReply(limited);
  return send(context, { alias, message, recipients, written });
}

function distinct(recipients: readonly SubmissionRecipient[]): SubmissionRecipient[] {
  return [...new Map(recipients.map((recipient) => [normalizeAddress(recipient.correspondent), recipient])).values()];
}

interface Writing {
  readonly alias: AuthorizedAlias;
  /** As it came. */
  readonly message: RawMessage;
  readonly recipients: readonly SubmissionRecipient[];
  readonly written: Extract<WriteAsAliasOutcome, { kind: 'written' }>;
}

async function send(
  context: AsAliasContext,
  { alias, message, recipients, written: { header, body } }: Writing,
): Promise<SmtpReply> {
  const reversePath = alias.address;
  const addresses = recipients.map(({ correspondent }) => correspondent);
  const [outgoing] = await Promise.all([
    prepareSent(context, { alias, header, body, recipients: addresses, reversePath, spoolFirst: true }),
    context.contacts.store(alias.id, recipients),
  ]);
  const { unsaved } = await dispatchMessage(context.queue, outgoing, () => fingerprintOf(reversePath, message));
  if (unsaved === 'full') return submissionReplies.spoolFull;
  return unsaved === 'failed' ? smtpReplies.tryLater : smtpReplies.messageAccepted;
}
