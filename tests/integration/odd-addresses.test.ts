import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerOf, startSendingTest, type SendingTest } from '#support/submission.ts';
import { sendMessage } from '#support/smtp-client.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';

let test: SendingTest;
beforeAll(async () => {
  test = await startSendingTest();
});
afterAll(() => test.close());

/** What arrives of a message from `from`, whose header is `fields`, at an inbox. */
async function forward(local: string, target: string, from: string, fields: readonly string[]): Promise<SinkMessage> {
  const { address } = await test.mail.addAlias({ local, targets: [target] });
  const data = [
    ...fields,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    `Message-ID: <${local}@x.example>`,
    '',
    'Hello.',
    '',
  ];
  const [arrived] = await test.arrivals(1, async () => {
    const replies = await sendMessage({
      port: test.listeners.mxPort ?? 0,
      from,
      to: address,
      data: Buffer.from(data.join('\r\n')),
    });
    expect(replies.data ?? replies.rcpt[0]).toBe('250 2.0.0 Message accepted');
  });
  if (arrived === undefined) throw new Error('nothing arrived');
  return arrived;
}

describe('a message is forwarded', () => {
  it('from a local part that needs quotes', async () => {
    const fields = ['From: "Bob" <"bob the builder"@b.example>', 'To: "a@b"@c.example'];
    const arrived = await forward('quoted', 'ann@inbox.example', '"bob the builder"@b.example', fields);
    expect(headerOf(arrived).get('from')).toMatch(
      /^"\[unverified\] Bob \(.*bob the builder.* at b\.example\)" <reply=/,
    );
    expect(headerOf(arrived).get('to')).toMatch(/<reply=[a-z2-7]{26}@kauke\.test>$/);
  });

  it('from domains beyond ASCII, in a header that any server takes', async () => {
    const fields = ['From: Jürgen <jürgen@bücher.example>', 'To: žąsis <Žąsis@ąžuolas.example>', 'Subject: Grüße'];
    const arrived = await forward('beyond-ascii', 'ann@inbox.example', 'bounces@xn--bcher-kva.example', fields);
    const header = arrived.raw.subarray(0, arrived.raw.indexOf('\r\n\r\n'));
    expect(header.every((octet) => octet < 128)).toBe(true);
    expect(headerOf(arrived).get('from')).toMatch(/<reply=[a-z2-7]{26}@kauke\.test>$/);
    expect(headerOf(arrived).get('subject')).toBe('=?utf-8?B?R3LDvMOfZQ==?=');
  });
});

describe('an envelope beyond ASCII', () => {
  it('is refused with the code that says why, and the session goes on', async () => {
    const replies = await sendMessage({
      port: test.listeners.mxPort ?? 0,
      from: 'bob@b.example',
      to: ['jürgen@kauke.test', 'ann@kaukė.test'],
      data: '',
    });
    const refused = '553 5.6.7 Addresses must be ASCII without SMTPUTF8';
    expect(replies).toEqual({ mail: '250 2.1.0 Sender OK', rcpt: [refused, refused], data: null });
  });
});
