import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { envelopeAddress, findReplyTo, writeReply } from '#mail/preview/write-reply.ts';
import { systemRandom } from '#platform/random.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

const reverse = `reply=${'a'.repeat(26)}@kauke.test`;

function messageOf(...fields: string[]) {
  return parseMessage(Buffer.from(`${fields.join('\r\n')}\r\n\r\nbody\r\n`));
}

function write(text: string, ...fields: string[]) {
  const now = new Date(Date.UTC(2026, 10, 21));
  const answered = messageOf(...fields);
  return writeReply({
    author: 'ann@home.example',
    recipient: reverse,
    text,
    answered,
    now,
    random: systemRandom,
  }).toString();
}

describe('findReplyTo', () => {
  it.each([
    ['the sender', [`From: Bob <${reverse}>`], reverse],
    ['Reply-To before it', ['From: x@b.example', `Reply-To: ${reverse}`], reverse],
    ['an alias', ['From: shoes@kauke.test'], 'shoes@kauke.test'],
    ['nobody of several', [`From: ${reverse}, b@kauke.test`], null],
    ['no role', ['From: postmaster@kauke.test'], null],
    ['no bounce address', [`From: b=${'a'.repeat(44)}@kauke.test`], null],
    ['nobody where there is none', ['Subject: x'], null],
    ['no address that an envelope does not take', ['From: "a b"@kauke.test'], null],
  ])('finds %s', (_title, fields, expected) => {
    expect(findReplyTo(messageOf(...fields))).toBe(expected);
  });
});

it('an address of the envelope has no blanks, controls or brackets beyond its own', () => {
  expect(envelopeAddress('ann@home.example')).toBe('ann@home.example');
  for (const odd of ['a b@home.example', 'ann@home.example>\r\nRCPT TO:<x@y.example', 'žemė@home.example', '']) {
    expect(envelopeAddress(odd)).toBeNull();
  }
});

describe('writeReply', () => {
  it('answers in the same conversation', async () => {
    const id = '<1@shop.example>';
    const written = write('Ačiū!\nAnn', 'Subject: Your order', `Message-ID: ${id}`, 'References: <0@shop.example>');
    const email = await PostalMime.parse(written);
    expect(email).toMatchObject({
      subject: 'Re: Your order',
      inReplyTo: id,
      references: `<0@shop.example> ${id}`,
      from: { address: 'ann@home.example' },
      to: [{ address: reverse }],
    });
    expect(email.text?.replaceAll('\r\n', '\n').trim()).toBe('Ačiū!\nAnn');
    expect(written.endsWith('\r\n')).toBe(true);
    expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  });

  it('puts no second Re: before a subject', () => {
    expect(write('x', 'Subject: RE: hello')).toContain('\r\nSubject: RE: hello\r\n');
  });

  it.each([
    ['encoded line ends', `Subject: =?utf-8?Q?a=0D=0ABcc:_evil@thief.example?=`],
    [
      'encoded line separators',
      `Subject: =?utf-8?B?${Buffer.from('a\u2028Bcc: evil@thief.example').toString('base64')}?=`,
    ],
    ['an id with more in it', 'Message-ID: <a@b>\r\n\tX: <evil@thief.example>'],
    ['a subject without end', `Subject: ${'x'.repeat(100_000)}`],
  ])('lets no header in by %s', (_title, field) => {
    const [header = ''] = write('Bcc: text@thief.example\r\n.\r\nMAIL FROM:<x@y.example>', field).split('\r\n\r\n');
    expect(header).not.toMatch(/^(?!From|To|Subject|Date|Message-ID|MIME-Version|Content-|\s)/mu);
    expect(header).not.toMatch(/^(?:Bcc|X):/mu);
    for (const line of header.split('\r\n')) expect(line.length).toBeLessThan(998);
  });
});
