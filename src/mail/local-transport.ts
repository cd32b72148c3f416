import { AsyncLocalStorage } from 'node:async_hooks';
import type { SmtpReply } from '#contract/smtp-replies.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import type { AttemptControl } from '#protocol/smtp-client/smtp-connection.ts';
import { startAttempt } from '#protocol/smtp-client/start-attempt.ts';
import type { DeliveryStage, OutboundMessage, Outcome, Transport } from '#protocol/smtp-client/transport.ts';
import type { MailContext } from '#mail/mail-context.ts';
import { receiveMessage } from '#mail/receive-message.ts';

/** A message may be handed over within the hand-over of another this often; then it waits in the spool. */
const maxDepth = 3;

/** How deep in hand-overs the present work is. */
const depth = new AsyncLocalStorage<number>();

function outcomeOf({ code, enhanced }: SmtpReply, stage: DeliveryStage): Outcome {
  if (code < 300) return { kind: 'delivered' };
  return { kind: code >= 500 ? 'refused' : 'deferred', code, enhanced, stage };
}

async function handOver(
  context: MailContext,
  { mailFrom, rcptTo, content }: OutboundMessage,
  control: AttemptControl,
): Promise<Outcome> {
  const decision = await resolveRecipient(context, rcptTo, mailFrom);
  if (!decision.accepted) return outcomeOf(decision.reply, 'rcpt');
  if (control.signal.aborted) return { kind: 'deferred', code: 451, enhanced: '4.3.0', stage: 'rcpt' };
  control.finalDot();
  const reply = await receiveMessage(context, {
    envelope: { reversePath: mailFrom, recipients: [rcptTo], eightBitMime: true, smtpUtf8: false },
    recipients: [decision.recipient],
    content: Buffer.concat(content),
    // No address: only our own signature vouches for it.
    client: { remoteAddress: null, helo: '', protocol: 'ESMTP' },
  });
  return outcomeOf(reply, 'data');
}

/**
 * The way to recipients on our own domains: no connection, the message is received in process like any other, refusals
 * included. `mail` gives the engine that this transport is itself a part of. A destination is one recipient, as it is
 * only as slow as the inboxes behind it.
 */
export function createLocalTransport(mail: () => MailContext): Transport {
  return {
    destinationOf: (rcptTo) => rcptTo.toLowerCase(),
    attempt: (message) => {
      const context = mail();
      const level = (depth.getStore() ?? 0) + 1;
      return startAttempt(context.log, async (control) => {
        if (level > maxDepth) return { kind: 'deferred', code: 451, enhanced: '4.4.6', stage: 'rcpt' };
        return depth.run(level, () => handOver(context, message, control));
      });
    },
    close: async () => {},
  };
}
