import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOwnWriter, createTestPost } from '#mail/write-test.ts';
import { mailTexts } from '#messages/all-languages.ts';
import { systemClock as clock } from '#platform/clock.ts';
import { systemRandom as random } from '#platform/random.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';

const arrived: DeliveryRequest[] = [];
const world: Transport = {
  destinationOf: (rcptTo) => rcptTo,
  attempt: (message) => {
    arrived.push(message);
    return { outcome: Promise.resolve({ kind: 'delivered' }), pastFinalDot: () => true, stop: () => {} };
  },
  close: async () => {},
};

let mail: TestMail;
beforeAll(async () => {
  mail = await createTestMail({ transport: world });
});
afterAll(() => mail.close());

function createPost() {
  const { engine, domains } = mail.context;
  return createTestPost({ receiver: engine, writer: () => createOwnWriter({ domains, clock }), clock, random });
}

it('a test is forwarded as the mail of a stranger is, in the words that were asked for, and proven to be ours', async () => {
  await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
  for (const language of ['en', 'de', 'lt'] as const) {
    const { testMessage } = mailTexts[language];
    const posted = await createPost().send('shop@kauke.test', testMessage);
    expect(posted).toMatchObject({ accepted: true, fault: null });
    const [message] = arrived.splice(0);
    expect(message).toMatchObject({ rcptTo: 'ann@one.example' });
    expect(message?.mailFrom).toMatch(/^b=[a-z2-7]{44}@kauke\.test$/u);
    const read = await PostalMime.parse(Buffer.concat(message?.content ?? []));
    expect(read.subject).toBe(testMessage.subject);
    // Neither unverified nor from an address that could be answered directly.
    expect(read.from?.name).toBe('Kauke test (noreply at kauke.test)');
    expect(read.from?.address).toMatch(/^reply=[a-z2-7]{26}@kauke\.test$/u);
    expect(read.text).toContain(testMessage.sentTo('shop@kauke.test'));
    expect(read.html).toContain(testMessage.works);
    expect(read.attachments.map(({ filename }) => filename)).toEqual(['attachment.txt']);
  }
});

it('says what the server says: not confirmed yet, unknown, and nothing about a paused one', async () => {
  const { testMessage } = mailTexts.en;
  await mail.addAlias({ local: 'new', targets: ['ann@two.example'], unconfirmed: ['ann@two.example'] });
  await mail.addAlias({ local: 'paused', targets: ['ann@three.example'], active: false });
  const post = createPost();
  expect(await post.send('new@kauke.test', testMessage)).toMatchObject({ accepted: false, fault: 'unconfirmed' });
  expect(await post.send('nobody@kauke.test', testMessage)).toMatchObject({ accepted: false, fault: 'unknown' });
  expect(await post.send('paused@kauke.test', testMessage)).toMatchObject({ accepted: true });
  expect(arrived).toEqual([]);
});
