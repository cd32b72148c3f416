import { AsyncLocalStorage } from 'node:async_hooks';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { receiveMessage, type ReceiveContext } from '#mail/receive-message.ts';
import type { RecipientContext } from '#mail/recipient/resolve-alias.ts';
import { resolveRecipient } from '#mail/recipient/resolve-recipient.ts';
import type { Log } from '#platform/log.ts';
import type { AttemptControl } from '#protocol/smtp-client/transport.ts';
import { needsSmtpUtf8, startAttempt } from '#protocol/smtp-client/transport.ts';
import type { DeliveryStage, DeliveryRequest, Outcome, Transport } from '#protocol/smtp-client/transport.ts';

/** A message may be handed over within the hand-over of another this often; then it waits in the spool. */
const maxDepth = 3;

/** How deep in hand-overs the present work is. */
const depth = new AsyncLocalStorage<number>();

function outcomeOf({ code, enhanced }: SmtpReply, stage: DeliveryStage): Outcome {
  if (code < 300) return { kind: 'delivered' };
  return { kind: code >= 500 ? 'refused' : 'deferred', code, enhanced, stage };
}

/** What it takes to receive what this process sends itself. */
export interface LocalReceiver {
  readonly recipient: RecipientContext;
  readonly receive: ReceiveContext;
}

interface Answered {
  readonly stage: 'rcpt' | 'data';
  readonly reply: SmtpReply;
}

/**
 * Receives a message of this process like any stranger's, refusals included. `mayEnd` is asked before its final dot; what
 * may not end is put off.
 * @throws Error when the database does not answer.
 */
export async function receiveHere(
  { recipient, receive }: LocalReceiver,
  { mailFrom, rcptTo, content }: Pick<DeliveryRequest, 'mailFrom' | 'rcptTo' | 'content'>,
  mayEnd: () => boolean = () => true,
): Promise<Answered> {
  const decision = await resolveRecipient(recipient, rcptTo, mailFrom);
  if (!decision.accepted) return { stage: 'rcpt', reply: decision.reply };
  if (!mayEnd()) return { stage: 'rcpt', reply: smtpReplies.tryLater };
  const reply = await receiveMessage(receive, {
    envelope: {
      reversePath: mailFrom,
      recipients: [rcptTo],
      eightBitMime: true,
      smtpUtf8: needsSmtpUtf8(mailFrom, rcptTo),
    },
    recipients: [decision.recipient],
    content: Buffer.concat(content),
    // No address: only our own signature vouches for it.
    client: { remoteAddress: null, helo: '', protocol: 'ESMTP' },
  });
  return { stage: 'data', reply };
}

async function handOver(receiver: LocalReceiver, message: DeliveryRequest, control: AttemptControl): Promise<Outcome> {
  const { stage, reply } = await receiveHere(receiver, message, () => {
    if (control.signal.aborted) return false;
    control.finalDot();
    return true;
  });
  return outcomeOf(reply, stage);
}

/**
 * The way to recipients on our own domains: no connection, the message is received in process like any other, refusals
 * included. `receiver` gives the engine that this transport is itself a part of. A destination is one recipient, as it is
 * only as slow as the inboxes behind it.
 */
export function createLocalTransport(log: Log, receiver: () => LocalReceiver): Transport {
  return {
    destinationOf: (rcptTo) => rcptTo.toLowerCase(),
    attempt: (message) => {
      const level = (depth.getStore() ?? 0) + 1;
      return startAttempt(log, async (control) => {
        if (level > maxDepth) return { kind: 'deferred', code: 451, enhanced: '4.4.6', stage: 'rcpt' };
        return depth.run(level, () => handOver(receiver(), message, control));
      });
    },
    close: async () => {},
  };
}
