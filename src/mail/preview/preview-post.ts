import type { InboxPosted } from '#contract/inbox.ts';
import type { TestWords } from '#core/test-post.ts';
import { faultOf, handIn, type HandedIn } from '#mail/hand-in/hand-in.ts';
import type { ServerAddress } from '#mail/hand-in/smtp-conversation.ts';
import { renderTestMessage, testableAddress, testSender } from '#mail/hand-in/test-message.ts';
import type { PreviewInbox } from '#mail/preview/preview-inbox.ts';
import type { PreviewProvider } from '#mail/preview/preview-provider.ts';
import { parseOrNull } from '#mail/preview/read-shown.ts';
import { envelopeAddress, findReplyTo, writeReply } from '#mail/preview/write-reply.ts';
import { testMessage } from '#messages/server/test-message.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { splitAddress } from '#protocol/message/address.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

/** What can be written where the inbox is read: it comes in by our own port 25, as the mail of anybody does. */
interface PreviewPost {
  /** Where an answer to a message goes: an address of ours that stands in it; null where none does. */
  replyTo(id: string): Promise<string | null>;
  /** Answers as whoever got the message. Null: it is gone, or cannot be answered. */
  reply(id: string, text: string): Promise<InboxPosted | null>;
  /** Writes to an alias as a stranger. */
  sendTest(alias: string, words?: TestWords): Promise<InboxPosted>;
}

interface PreviewPostParts {
  readonly inbox: Pick<PreviewInbox, 'findRaw'>;
  readonly provider: PreviewProvider;
  /** Our own port 25. */
  readonly server: ServerAddress;
  /** Whether mail to a domain ends here. */
  readonly isOurs: (domain: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly random: Random;
}

interface Answer {
  readonly author: string;
  readonly recipient: string;
  readonly answered: RawMessage;
}

/** Each holds a connection to ourselves, for as long as its message takes. */
const workload = { max: 2, maxWaiting: 20 };
const unreached: InboxPosted = { accepted: false, fault: 'unreachable', reply: '' };

export function createPreviewPost(parts: PreviewPostParts): PreviewPost {
  const { inbox, provider, server, isOurs, clock, random } = parts;
  const work = new Semaphore(workload);

  const post = async ({ mailFrom, content, rcptTo }: HandedIn): Promise<InboxPosted> => {
    const signed = await provider.sign(mailFrom, Buffer.from(content));
    try {
      const result = await handIn(server, { mailFrom, rcptTo, content: signed.toString() });
      const { accepted, reply } = result;
      return { accepted, fault: accepted ? null : faultOf(result), reply: `${reply.code} ${reply.text}` };
    } catch {
      return unreached;
    }
  };

  const findAnswer = async (id: string): Promise<Answer | null> => {
    const held = inbox.findRaw(id);
    const answered = held && parseOrNull(held.content);
    const author = held && envelopeAddress(held.rcptTo);
    const recipient = answered && findReplyTo(answered);
    if (!answered || !author || !recipient) return null;
    return (await isOurs(splitAddress(recipient).domain)) ? { author, recipient, answered } : null;
  };

  return {
    replyTo: async (id) => (await findAnswer(id))?.recipient ?? null,
    reply: async (id, text) => {
      const answer = await findAnswer(id);
      if (answer === null) return null;
      const { author: mailFrom, recipient: rcptTo } = answer;
      const content = writeReply({ ...answer, text, now: new Date(clock.now()), random }).toString();
      return work.run(
        () => post({ mailFrom, rcptTo, content }),
        () => unreached,
      );
    },
    sendTest: async (alias, words = testMessage) => {
      if (!testableAddress.test(alias)) return { accepted: false, fault: 'unknown', reply: '' };
      const content = renderTestMessage({
        alias,
        sender: testSender,
        sentAt: new Date(clock.now()),
        id: random.uuid(),
        words,
      });
      return work.run(
        () => post({ mailFrom: testSender, rcptTo: alias, content }),
        () => unreached,
      );
    },
  };
}
