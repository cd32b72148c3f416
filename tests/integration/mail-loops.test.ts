import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { startListeners } from '#support/submission.ts';

let sink: SmtpSink;
let mail: TestMail;
let listeners: Awaited<ReturnType<typeof startListeners>>;
const senders = new Map<string, OutsideSender>();
let left: TestAlias;
let right: TestAlias;

beforeAll(async () => {
  sink = await startSmtpSink();
  const domains = ['left.example', 'right.example', 'bob.example'];
  mail = await createTestMail({
    transport: createSinkTransport(Object.fromEntries(domains.map((name) => [name, sink.port]))),
  });
  for (const domain of domains) {
    senders.set(domain, createOutsideSender(mail.dns, domain, { addresses: ['127.0.0.1'] }));
  }
  listeners = await startListeners(mail);
  mail.worker();
});
beforeEach(async () => {
  sink.setScript({});
  left = await mail.addAlias({ local: `left-${randomUUID()}`, targets: ['lea@left.example'] });
  right = await mail.addAlias({ local: `right-${randomUUID()}`, targets: ['ron@right.example'] });
  await mail.context.database.db.updateTable('aliases').set({ autoReplies: true }).execute();
});
afterAll(async () => {
  await listeners.close(0);
  await mail.close();
  await sink.stop();
});

async function send(from: string, envelopeFrom: string, to: string, fields: readonly string[]): Promise<string> {
  const own = [`From: ${from}`, `To: ${to}`, `Message-ID: <${randomUUID()}@${from.split('@')[1] ?? ''}>`];
  const letter = [...own, 'Subject: Hello', ...fields, '', 'words', ''].join('\r\n');
  const data = await senders.get(from.split('@')[1] ?? '')?.sign(letter);
  const port = listeners.mxPort ?? 0;
  const { data: reply } = await sendMessage({ port, from: envelopeFrom, to, data: data ?? '', timeoutMs: 60_000 });
  return reply ?? '';
}

function valueOf({ raw }: SinkMessage, key: string): string {
  const field = parseMessage(raw).fields.find((candidate) => candidate.key === key);
  return field === undefined ? '' : fieldText(field);
}

/** How a program answers whatever comes to an inbox. */
interface Responder {
  readonly inbox: string;
  readonly nullPath: boolean;
  readonly fields: (answered: SinkMessage) => readonly string[];
}

/** As RFC 3834 asks, but that it answers automatic messages. */
const whole: Omit<Responder, 'inbox'> = {
  nullPath: true,
  fields: (answered) => ['Auto-Submitted: auto-replied', `In-Reply-To: ${valueOf(answered, 'message-id')}`],
};
const withoutThread: typeof whole = { nullPath: true, fields: () => ['Auto-Submitted: auto-replied'] };
const old: typeof whole = { nullPath: false, fields: () => ['X-Autoreply: yes'] };
const unmarked: typeof whole = { nullPath: false, fields: () => [] };

/** Lets programs answer all that `start` causes, until all is still; gives their answers as they came to the other side. */
async function conversation(responders: readonly Responder[], start: () => Promise<string>): Promise<SinkMessage[]> {
  const before = sink.received.length;
  const pending = new Set<Promise<unknown>>();
  const faults: unknown[] = [];
  const track = (work: Promise<unknown>): void => {
    const settled: Promise<unknown> = work
      .catch((error: unknown) => faults.push(error))
      .then(() => pending.delete(settled));
    pending.add(settled);
  };
  sink.setScript({
    onData: (message) => {
      const responder = responders.find(({ inbox }) => message.rcptTo.includes(inbox));
      const [author] = parseMailboxes(valueOf(message, 'from'));
      if (responder !== undefined && author?.address.startsWith('reply=') === true) {
        const { inbox, nullPath, fields } = responder;
        track(send(inbox, nullPath ? '' : inbox, author.address, fields(message)));
      }
      return 'accept';
    },
  });
  track(start());
  while (pending.size > 0) {
    await Promise.all(pending);
    await mail.drained();
  }
  // What still comes, as its first answer came too late, is answered by nobody.
  sink.setScript({});
  expect(faults).toEqual([]);
  return sink.received.slice(before + 1);
}

function between(first: typeof whole, second: typeof whole): Promise<SinkMessage[]> {
  const responders = [
    { ...first, inbox: 'lea@left.example' },
    { ...second, inbox: 'ron@right.example' },
  ];
  return conversation(responders, async () => {
    // Lea writes to the alias of Ron as her own: somebody answers first.
    const { keys, contacts } = mail.context;
    const token = reverseToken(keys, { userId: left.userId, aliasAddress: left.address, correspondent: right.address });
    await contacts.store(left.aliasId, [{ token, correspondent: right.address }]);
    return send('lea@left.example', 'lea@left.example', reverseAddress(token, 'kauke.test'), []);
  });
}

function count(messages: readonly SinkMessage[], inbox: string): number {
  return messages.filter(({ rcptTo }) => rcptTo.includes(inbox)).length;
}

describe('two aliases whose programs answer each other', () => {
  it('stop at the first answer to an answer', async () => {
    const answers = await between(whole, whole);
    expect(count(answers, 'lea@left.example')).toBe(1);
    expect(count(answers, 'ron@right.example')).toBe(0);
  });

  it.each([
    ['say what they are and not to what they answer', withoutThread, withoutThread],
    ['say it in the way of old', old, old],
    ['say nothing on one side', withoutThread, unmarked],
    ['say nothing on the other side', unmarked, old],
  ])('stop after three answers where they %s', async (_, first, second) => {
    const answers = await between(first, second);
    const [toLeft, toRight] = [count(answers, 'lea@left.example'), count(answers, 'ron@right.example')];
    const automatic = [...(first === unmarked ? [] : [toRight]), ...(second === unmarked ? [] : [toLeft])];
    for (const sent of automatic) expect(sent).toBe(3);
    expect(toLeft + toRight).toBeLessThanOrEqual(7);
  });
});

describe('an automatic answer of an alias', () => {
  const bob = 'bob@bob.example';

  /** The answer of Lea's program to a letter of Bob's, as Bob gets it. */
  async function answerTo(responder: typeof whole, from = bob): Promise<SinkMessage> {
    const sent = await conversation([{ ...responder, inbox: 'lea@left.example' }], () =>
      send(from, from, left.address, []),
    );
    const [answer] = sent.filter(({ rcptTo }) => rcptTo.includes(from));
    if (answer === undefined) throw new Error('there was no answer');
    return answer;
  }

  it('says that it is one, however its program said it', async () => {
    for (const responder of [whole, old, { ...unmarked, nullPath: true }]) {
      expect(valueOf(await answerTo(responder), 'auto-submitted')).toBe('auto-replied');
    }
  });

  it('goes three times a day to each correspondent, and to others all the same', async () => {
    const answersTo = async (from: string): Promise<number> => {
      const sent = await conversation([{ ...whole, inbox: 'lea@left.example' }], async () => {
        for (let letters = 0; letters < 5; letters += 1) await send(from, from, left.address, []);
        return '';
      });
      return count(sent, from);
    };
    expect(await answersTo(bob)).toBe(3);
    expect(await answersTo('carol@bob.example')).toBe(3);
  });

  it('may be answered by a person, and by a program not', async () => {
    const answer = await answerTo(whole);
    const thread = [`In-Reply-To: ${valueOf(answer, 'message-id')}`, `References: ${valueOf(answer, 'message-id')}`];
    const auto = 'Auto-Submitted: auto-replied';
    expect(await send(bob, bob, left.address, [...thread, auto])).toBe('550 5.4.6 This message is looping');
    expect(await send(bob, '', left.address, thread)).toBe('550 5.4.6 This message is looping');
    expect(await send(bob, bob, left.address, thread)).toBe('250 2.0.0 Message accepted');
    // What a program writes about anything else arrives, and the id of a letter of hers is no such mark.
    expect(await send(bob, bob, left.address, [auto])).toBe('250 2.0.0 Message accepted');
  });

  it('tells by its id nothing that another message would not', async () => {
    const ids = [await answerTo(whole), await answerTo({ nullPath: false, fields: () => [] })].map((answer) =>
      valueOf(answer, 'message-id'),
    );
    for (const id of ids) expect(id).toMatch(/^<[\w-]{132}@kauke\.test>$/);
  });
});
