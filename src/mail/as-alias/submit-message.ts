import { smtpReplies, submissionReplies, unsavedReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { findSendingAlias, type Speaker } from '#core/aliases/standing/speaker.ts';
import type { CredentialHolder } from '#core/credentials/credential-holders.ts';
import { checkSendingLimits, type SendingRefusal } from '#core/limits/sending-limits.ts';
import type { AsAliasContext } from '#mail/as-alias/as-alias-context.ts';
import { explainRefusal } from '#mail/as-alias/explain-to-owner.ts';
import { sendAsAlias } from '#mail/as-alias/send-as-alias.ts';
import { distinctCorrespondents, type SubmissionRecipient } from '#mail/as-alias/resolve-correspondent.ts';
import { writeDraft } from '#mail/as-alias/write-draft.ts';
import { checkMessage } from '#mail/judge/check-message.ts';
import { sendingLimitText } from '#messages/server/smtp-replies.ts';
import { normalizeAddress } from '#protocol/message/address.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { ReceivedMessage } from '#protocol/smtp-server/session-policy.ts';

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
  const check = checkMessage(message, received.envelope.reversePath);
  if (!check.accepted) return check.reply;
  if (normalizeAddress(check.author.address) !== alias.address) return submissionReplies.fromNotAlias;
  const written = await writeDraft(context, {
    alias,
    message: check.folded,
    authorName: check.author.name,
    otherRecipients: 'keep',
    automatic: false,
  });
  if (written.kind === 'refused') {
    return { ...submissionReplies.notWritten, text: explainRefusal(written.reason) };
  }
  const recipients = distinctCorrespondents(received.recipients);
  const newRecipients = recipients.filter(({ known }) => !known).length;
  const limited = await checkSendingLimits(context, { userId: alias.userId, aliasId: alias.id, newRecipients });
  if (limited !== null) return limitReply(limited);
  const { header, body } = written;
  const wrote = { author: null, message, reversePath: alias.address };
  const order = { alias, header, body, contacts: recipients, spoolFirst: true, ...wrote };
  const { unsaved } = await sendAsAlias(context, order);
  if (unsaved === 'full') return submissionReplies.spoolFull;
  return unsaved === null ? smtpReplies.messageAccepted : unsavedReplies[unsaved];
}

type SenderDecision =
  | { readonly accepted: true; readonly alias: Speaker }
  | { readonly accepted: false; readonly reply: SmtpReply };

function refuse(reply: SmtpReply): SenderDecision {
  return { accepted: false, reply };
}

/**
 * Whether the alias somebody signed in with may send, by what stands in the database now: its password is the same, and
 * it is live. @throws Error when the database does not answer.
 */
export async function authorizeSender(
  context: Pick<AsAliasContext, 'database' | 'keys' | 'clock'>,
  holder: CredentialHolder,
): Promise<SenderDecision> {
  const alias = await findSendingAlias(context, holder);
  if (alias === null) return refuse(submissionReplies.credentialGone);
  if (alias.locked) return refuse(submissionReplies.accountLocked);
  switch (alias.standing) {
    case 'paused':
      return refuse(submissionReplies.aliasPaused);
    case 'ended':
      return refuse(submissionReplies.aliasEnded);
    case 'unconfirmed':
      return refuse(submissionReplies.aliasUnconfirmed);
    case 'leaving':
      return refuse(submissionReplies.credentialGone);
    case 'suspended':
      return refuse(submissionReplies.accountSuspended);
    case 'lost':
      return refuse(submissionReplies.domainLost);
    case 'live':
      return { accepted: true, alias };
  }
}

/**
 * What a mail program is told when a sending limit is reached: which, and until when. Temporary where waiting helps, so
 * that the program tries again by itself.
 */
function limitReply({ limit, max, window, until }: SendingRefusal): SmtpReply {
  const text = sendingLimitText({ max, what: limit, window }, until);
  return until === null ? { code: 550, enhanced: '5.7.1', text } : { code: 452, enhanced: '4.7.1', text };
}
