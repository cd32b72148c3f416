import type { InboxPosted } from '#contract/inbox.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { DomainDirectory } from '#core/domains/domain-directory.ts';
import type { TestPost, TestWords } from '#core/test-post.ts';
import { faultOf } from '#mail/hand-in/hand-in.ts';
import { renderTestMessage } from '#mail/hand-in/test-message.ts';
import { receiveHere, type LocalReceiver } from '#mail/local-transport.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import type { Clock } from '#platform/clock.ts';
import type { Random } from '#platform/random.ts';
import { Semaphore } from '#platform/permits/semaphore.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

/** As whom tests are written, and how that is proven. */
export interface TestWriter {
  readonly address: string;
  /** A message with signatures on top. */
  sign(content: Buffer): Promise<Buffer>;
}

interface OwnDomains {
  readonly domains: Pick<DomainDirectory, 'all'>;
}

interface TestPostParts {
  readonly receiver: LocalReceiver;
  readonly writer: () => TestWriter;
  readonly clock: Clock;
  readonly random: Random;
}

/** Each waits for the servers of inboxes, as long as a sender at port 25 would. */
const workload = { max: 4, maxPerKey: 1, maxWaiting: 40 };
/** A reserved name: nobody's alias, so what is answered to it comes back to whoever answered. */
const ownLocalPart = 'noreply';

const unreached: InboxPosted = { accepted: false, fault: 'unreachable', reply: '' };

/** Writes as ourselves, signed by the first domain. @throws Error when there is none. */
export function createOwnWriter({ domains, clock }: Pick<CoreContext, 'clock'> & OwnDomains): TestWriter {
  const [signer] = domains.all();
  if (signer === undefined) throw new Error('there is no domain to send from');
  return {
    address: `${ownLocalPart}@${signer.name}`,
    sign: async (content) => {
      const { fields, body } = parseMessage(content);
      const bodyHash = createBodyHashes(body).sha256('relaxed');
      const header = await signMail(signer, { fields, bodyHash, now: new Date(clock.now()) });
      return Buffer.concat([header, Buffer.from('\r\n'), body]);
    },
  };
}

/** Lets tests in by the way of all mail to our domains. */
export function createTestPost({ receiver, writer, clock, random }: TestPostParts): TestPost {
  const work = new Semaphore(workload);

  const write = async (alias: string, words: TestWords): Promise<InboxPosted> => {
    const { address: mailFrom, sign } = writer();
    const fields = { alias, sender: mailFrom, sentAt: new Date(clock.now()), id: random.uuid(), words };
    const content = [await sign(Buffer.from(renderTestMessage(fields)))];
    const { stage, reply } = await receiveHere(receiver, { mailFrom, rcptTo: alias, content });
    const text = reply.enhanced === null ? reply.text : `${reply.enhanced} ${reply.text}`;
    if (reply.code === 250) return { accepted: true, fault: null, reply: `${reply.code} ${text}` };
    return {
      accepted: false,
      fault: faultOf({ stage: stage === 'rcpt' ? 'RCPT' : 'end', reply: { code: reply.code, text } }),
      reply: `${reply.code} ${text}`,
    };
  };

  return {
    send: (alias, words) =>
      work.run(
        () => write(alias, words).catch(() => unreached),
        () => unreached,
        { key: alias },
      ),
  };
}
