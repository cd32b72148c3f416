import { setTimeout as pause } from 'node:timers/promises';
import { smtpReplies, type SmtpReply } from '#contract/smtp-replies.ts';
import type { AliasRecipient, Recipient } from '#mail/address/recipient.ts';
import { checkMessage } from '#mail/authenticity/check-message.ts';
import { hasLoopMark } from '#mail/authenticity/loop-mark.ts';
import { dispatchMessage, type DispatchResult } from '#mail/dispatch-message.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { parseMessage } from '#mail/message/parse-message.ts';
import { prepareForward } from '#mail/prepare-forward.ts';
import { fingerprintOf } from '#mail/retry-memory.ts';
import type { ReceivedMessage } from '#mail/smtp/mx-handler.ts';

/**
 * Takes a message from port 25: checks it, rewrites it once for each alias, delivers or spools it, and gives the one
 * reply for all its recipients. Delivered, spooled and dropped look alike to the sender, in text and in time.
 * @throws Error when the database does not answer before anything was delivered.
 */
export const receiveMessage = async (
  context: MailContext,
  received: ReceivedMessage<Recipient>,
): Promise<SmtpReply> => {
  const { clock, domains, keys, liveDelays } = context;
  const startedAtMs = clock.now();
  const message = parseMessage(received.content);
  const check = checkMessage(message, (domain) => domains.find(domain)?.key ?? null);
  if (!check.accepted) return check.reply;

  const aliases = distinctAliases(received.recipients);
  const fit = aliases.filter(({ aliasId }) => !hasLoopMark(keys, aliasId, message));
  const live = fit.filter(({ paused }) => !paused);
  const operators = received.recipients.filter((recipient) => recipient.kind === 'operator');
  const { author } = check;
  const outgoing = await prepareForward(context, { message, author, received, aliases: live, operators });
  const fingerprint = (): string => fingerprintOf(received.envelope.reversePath, message);
  const result = await dispatchMessage(context, outgoing, fingerprint);

  const reply = replyTo(result, { dropped: fit.length - live.length, looping: aliases.length - fit.length });
  if (reply !== smtpReplies.messageAccepted) return reply;
  const spentMs = clock.now() - startedAtMs;
  if (result.accepted > 0) liveDelays.add(spentMs);
  else await pause(Math.max(0, liveDelays.draw() - spentMs));
  return reply;
};

/** One message for an alias, however often it was named. */
const distinctAliases = (recipients: readonly Recipient[]): AliasRecipient[] => {
  const byId = new Map<string, AliasRecipient>();
  for (const recipient of recipients) if (recipient.kind === 'alias') byId.set(recipient.aliasId, recipient);
  return [...byId.values()];
};

/** The one reply for all deliveries of all recipients (RFC 5321 §4.2.5: after it, the message is ours or the sender's). */
const replyTo = (
  { accepted, refused, unsaved }: DispatchResult,
  { dropped, looping }: { readonly dropped: number; readonly looping: number },
): SmtpReply => {
  if (unsaved === 'full') return smtpReplies.spoolFull;
  if (unsaved === 'failed') return smtpReplies.tryLater;
  if (accepted > 0 || dropped > 0) return smtpReplies.messageAccepted;
  return refused === 0 && looping > 0 ? smtpReplies.looping : smtpReplies.refusedByRecipient;
};
