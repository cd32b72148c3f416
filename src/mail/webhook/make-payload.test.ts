import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { makeWebhookHeader, type Receipt } from '#mail/forward/trace-fields.ts';
import { makePayload } from '#mail/webhook/make-payload.ts';
import { payloadLimits } from '#mail/webhook/read-content.ts';
import { stepGrowth } from '#support/count-steps.ts';

const now = new Date('2026-11-21T12:00:00Z');

const ownFields = [
  'Return-Path: <bob@sender.example>',
  'Delivered-To: shop@kauke.test',
  'Authentication-Results: mx.kauke.test; spf=pass smtp.mailfrom=sender.example; dkim=none; dmarc=pass (p=none)',
  ' header.from=sender.example; arc=none',
  'X-Kauke-Reverse-Address: reply=abc@kauke.test',
  'Received: from mail.sender.example by mx.kauke.test with ESMTPS id 1 for <shop@kauke.test>;',
  ' Sat, 21 Nov 2026 11:59:58 +0000',
];

const original = [
  'Received: from laptop by mail.sender.example; Sat, 21 Nov 2026 11:59:57 +0000',
  'From: =?utf-8?Q?R=C5=ABta?= <bob@sender.example>',
  'To: Team: shop@kauke.test, "C, D" <carol@x.example>;',
  'Cc: dan@x.example',
  'Reply-To: answers@sender.example',
  'Subject: =?utf-8?B?xKBpYSBwcmVrxJc=?=',
  'Message-ID: <3@sender.example>',
  'In-Reply-To: <2@x.example>',
  'References: <1@x.example> <2@x.example>',
  'Date: Sat, 21 Nov 2026 13:59:57 +0200',
  'X-Twice: a',
  'X-Twice: b,',
  ' c',
];

interface Payload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Record<string, unknown> & {
    readonly attachments: readonly { readonly content: string | null; readonly size: number }[];
    readonly headers: readonly (readonly [string, string])[];
  };
}

function payloadOf(header: readonly string[], body: string): Payload {
  const content = [Buffer.from(`${header.join('\r\n')}\r\n\r\n`), Buffer.from(body)];
  return JSON.parse(String(makePayload({ id: 'msg_1', content, now }))) as Payload;
}

function mixed(parts: readonly string[]): string {
  return [...parts.map((part) => `--b\r\n${part}`), '--b--', ''].join('\r\n');
}
const mixedType = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'];
function attachment(octets: Buffer, name: string): string {
  return [
    `Content-Type: application/pdf; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    octets.toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
  ].join('\r\n');
}

describe('the payload of a message', () => {
  it('says who wrote to whom, what was verified, and where to answer', () => {
    const { type, timestamp, data } = payloadOf([...ownFields, ...original], 'Hello\r\n');
    expect([type, timestamp]).toEqual(['email.received', '2026-11-21T11:59:58.000Z']);
    expect(data).toMatchObject({
      id: 'msg_1',
      alias: 'shop@kauke.test',
      reverse_address: 'reply=abc@kauke.test',
      envelope: { from: 'bob@sender.example', to: ['shop@kauke.test'] },
      from: { name: 'Rūta', address: 'bob@sender.example' },
      to: [
        { name: '', address: 'shop@kauke.test' },
        { name: 'C, D', address: 'carol@x.example' },
      ],
      cc: [{ name: '', address: 'dan@x.example' }],
      reply_to: [{ name: '', address: 'answers@sender.example' }],
      subject: 'Ġia prekė',
      message_id: '<3@sender.example>',
      in_reply_to: '<2@x.example>',
      references: ['<1@x.example>', '<2@x.example>'],
      date: '2026-11-21T11:59:57.000Z',
      size: Buffer.byteLength(`${original.join('\r\n')}\r\n\r\nHello\r\n`),
      auth: {
        spf: { result: 'pass', domain: 'sender.example' },
        dkim: [],
        dmarc: { result: 'pass', domain: 'sender.example' },
        arc: { result: 'none', domain: null },
      },
      spam: false,
      html: null,
      attachments: [],
      truncated: false,
    });
    expect(String(data['text']).trim()).toBe('Hello');
  });

  it('lists the header as pairs in their order, without what we put on top of it', () => {
    const { data } = payloadOf([...ownFields, ...original], '');
    expect(data.headers).toHaveLength(original.length - 1);
    expect(data.headers[0]?.[0]).toBe('Received');
    expect(data.headers.slice(-2)).toEqual([
      ['X-Twice', 'a'],
      ['X-Twice', 'b, c'],
    ]);
    expect(JSON.stringify(data.headers)).not.toContain('kauke.test; spf');
  });

  it('of a bounce has no envelope sender', () => {
    const header = ['Return-Path: <>', ...ownFields.slice(1), ...original];
    expect(payloadOf(header, '').data['envelope']).toEqual({ from: null, to: ['shop@kauke.test'] });
  });

  it('takes nobody else at his word: only fields on top in our order are ours', () => {
    const { data, timestamp } = payloadOf(['X-Any: 1', ...ownFields, ...original], '');
    expect(data).toMatchObject({ alias: null, reverse_address: null, auth: null });
    expect(timestamp).toBe(now.toISOString());
  });

  const trace = {
    alias: { id: 'a', userId: 'u', address: 'shop@kauke.test', domain: 'kauke.test' },
    reversePath: 'bob@sender.example',
    authenticationResults: makeField('Authentication-Results', 'mx.kauke.test; spf=pass smtp.mailfrom=sender.example'),
    heldFor: null,
    receipt: null,
    client: { remoteAddress: '192.0.2.7', helo: 'mail.sender.example', protocol: 'ESMTPS' as const },
    hostname: 'mx.kauke.test',
    queueId: '1',
    now,
  };
  const readBack = (theirs: readonly string[], changes: { readonly spam: boolean; readonly receipt?: Receipt }) => {
    const message = parseMessage(Buffer.from(`${theirs.join('\r\n')}\r\n\r\n`));
    const header = String(makeWebhookHeader(message, { ...trace, ...changes }, 'reply=abc@kauke.test'));
    return payloadOf(header.trimEnd().split('\r\n'), '');
  };

  it.each([true, false])(
    'reads the header that webhooks get, spam or not (%s), and lets nobody else flag it',
    (spam) => {
      for (const theirs of [original, ['X-Spam-Flag: YES', ...original], ['x-spam-flag : NO', ...original]]) {
        const { data } = readBack(theirs, { spam });
        expect(data).toMatchObject({
          alias: 'shop@kauke.test',
          reverse_address: 'reply=abc@kauke.test',
          envelope: { from: 'bob@sender.example', to: ['shop@kauke.test'] },
          auth: { spf: { result: 'pass', domain: 'sender.example' } },
          spam,
        });
        expect(data.headers.slice(0, 2).map(([name]) => name)).toEqual(['Received', 'From']);
      }
    },
  );

  it('of what was held and released is still spam, and says when it came', () => {
    const receipt = { at: new Date('2026-11-20T08:00:00Z'), id: '2' };
    const { data, timestamp } = readBack(original, { spam: true, receipt });
    expect([data['spam'], timestamp]).toEqual([true, receipt.at.toISOString()]);
    expect(data.headers.map(([name]) => name).filter((name) => name === 'Received')).toHaveLength(1);
  });

  it('carries attachments with their digest', () => {
    const octets = Buffer.from('pdf octets');
    const image = ['Content-Type: image/png', 'Content-ID: <logo>', 'Content-Disposition: inline', '', 'png'];
    const html = 'Content-Type: text/html; charset=utf-8\r\n\r\n<p>Hi</p><img src="cid:logo">';
    const body = mixed([html, attachment(octets, 'bill.pdf'), image.join('\r\n')]);
    const { data } = payloadOf([...ownFields, ...original, ...mixedType], body);
    expect(data['html']).toContain('<p>Hi</p>');
    expect(data.attachments).toMatchObject([
      {
        filename: 'bill.pdf',
        content_type: 'application/pdf',
        size: octets.length,
        content_id: null,
        disposition: 'attachment',
        sha256: createHash('sha256').update(octets).digest('hex'),
        content: octets.toString('base64'),
      },
      { filename: null, content_type: 'image/png', content_id: '<logo>', disposition: 'inline' },
    ]);
    expect(data['truncated']).toBe(false);
  });

  it('leaves out the content of attachments above 10 MiB in all, and says so', () => {
    const half = payloadLimits.attachmentBytes / 2;
    const sizes = [half, half + 1, half, 1];
    const body = mixed(sizes.map((size, index) => attachment(Buffer.alloc(size, index), `${index}.pdf`)));
    const { data } = payloadOf([...ownFields, ...original, ...mixedType], body);
    expect(data['truncated']).toBe(true);
    expect(data.attachments.map(({ size }) => size)).toEqual(sizes);
    expect(data.attachments.map(({ content }) => content !== null)).toEqual([true, false, true, false]);
  });

  it('cuts a body that is too long, never within a character', () => {
    const text = `x${'😀'.repeat(payloadLimits.bodyCharacters / 2)}`;
    const type = ['Content-Type: text/plain; charset=utf-8'];
    const { data } = payloadOf([...ownFields, ...original, ...type], text);
    expect(data['truncated']).toBe(true);
    expect(String(data['text'])).toHaveLength(payloadLimits.bodyCharacters);
    expect(String(data['text']).isWellFormed()).toBe(true);
  });

  it('of a message that no parser accepts holds its header alone', () => {
    const nested = Array.from({ length: 300 }, (_, level) =>
      [`Content-Type: multipart/mixed; boundary=n${level}`, '', `--n${level}`, ''].join('\r\n'),
    ).join('');
    const { data } = payloadOf([...ownFields, ...original, ...mixedType], `--b\r\n${nested}`);
    expect(data).toMatchObject({ alias: 'shop@kauke.test', text: null, attachments: [], truncated: true });
    expect(data.headers).toContainEqual(['Subject', '=?utf-8?B?xKBpYSBwcmVrxJc=?=']);
  });

  it.each([
    ['nothing but line ends', '\r\n'],
    ['short lines', 'x\r\n'],
    ['dashes', `${'-'.repeat(76)}\r\n`],
  ])('of 6 MiB of %s holds as much of it as it may', (_, unit) => {
    const { data } = payloadOf([...ownFields, ...original], unit.repeat((6 * 1024 * 1024) / unit.length));
    expect(data['truncated']).toBe(true);
    expect(String(data['text'])).toHaveLength(payloadLimits.bodyCharacters);
  });

  it('takes as many steps for each octet, however many there are', async () => {
    const growth = await stepGrowth(async (octets) => {
      const { makePayload: make } = await import('#mail/webhook/make-payload.ts');
      const fill = (unit: string): string => unit.repeat(octets / unit.length);
      const bodies = ['\r\n', 'x\r\n', `${'-'.repeat(76)}\r\n`].map((unit) => `From: a@b.example\r\n\r\n${fill(unit)}`);
      const headers = ['To: <a@b.example>\r\n', 'X: x\r\n'].map(fill);
      const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${fill(`--b\r\n\r\n${'x'.repeat(56)}\r\n`)}--b--\r\n`;
      return [...bodies, ...headers, parts].map((text) =>
        make({ id: '1', content: [Buffer.from(text)], now: new Date(0) }),
      );
    }, 6_000);
    expect(growth).toBeLessThan(2);
  });

  it('is the same in every attempt', () => {
    const content = [Buffer.from(`${[...ownFields, ...original].join('\r\n')}\r\n\r\n`), Buffer.from('Hello')];
    const first = makePayload({ id: 'msg_1', content, now });
    expect(makePayload({ id: 'msg_1', content, now: new Date(now.getTime() + 60_000) })).toEqual(first);
  });
});
