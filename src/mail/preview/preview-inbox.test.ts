import { describe, expect, it } from 'vitest';
import { inboxListSchema, inboxMessageAnswerSchema } from '#contract/inbox.ts';
import { createPreviewInbox } from '#mail/preview/preview-inbox.ts';
import { systemRandom } from '#platform/random.ts';

const arrivedAt = Date.UTC(2026, 10, 21, 9, 30);

function createInbox({ capacity = 200, maxBytes = 1_000_000 } = {}) {
  return createPreviewInbox({ clock: { now: () => arrivedAt }, random: systemRandom, capacity, maxBytes });
}

function messageTo(rcptTo: string, content: string) {
  return {
    deliveryId: '9b2f1c1e-3f63-4b7b-9c33-0d0a5b7f8f11',
    targetId: null,
    mailFrom: 'b=token@kauke.test',
    rcptTo,
    content: [Buffer.from(content)],
    smtpUtf8: false,
  };
}

const multipart = [
  'Received: from one.example',
  'From: =?utf-8?Q?B=C3=B6b?= <reply=abc@kauke.test>',
  'X-Long: first part,',
  ' second part',
  'Received: from two.example',
  'Subject: =?utf-8?B?SMOpbGxv?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=outer',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Plain words',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Rich words</p>',
  '--inner--',
  '--outer',
  'Content-Type: application/pdf; name="bill.pdf"',
  'Content-Disposition: attachment; filename="bill.pdf"',
  'Content-Transfer-Encoding: base64',
  '',
  'AAECAwQ=',
  '--outer--',
  '',
].join('\r\n');

describe('the preview inbox', () => {
  it('delivers every attempt at once', async () => {
    const attempt = createInbox().attempt(messageTo('one@home.example', 'Subject: x\r\n\r\nbody'));
    expect(await attempt.outcome).toEqual({ kind: 'delivered' });
    expect(attempt.pastFinalDot()).toBe(true);
  });

  it('lists the newest message first, with decoded sender and subject', async () => {
    const inbox = createInbox();
    inbox.attempt(messageTo('one@home.example', 'Subject: first\r\n\r\nbody'));
    inbox.attempt(messageTo('two@home.example', multipart));
    const messages = await inbox.list();
    expect(inboxListSchema.parse({ messages, writable: true }).messages).toEqual(messages);
    expect(messages.map(({ subject }) => subject)).toEqual(['Héllo', 'first']);
    expect(messages[0]).toMatchObject({
      from: 'Böb <reply=abc@kauke.test>',
      to: 'two@home.example',
      receivedAt: '2026-11-21T09:30:00.000Z',
      sizeBytes: Buffer.byteLength(multipart),
    });
  });

  it('shows headers in their order and unfolded, both bodies and what is attached', async () => {
    const inbox = createInbox();
    inbox.attempt(messageTo('one@home.example', multipart));
    const [entry] = await inbox.list();
    const message = await inbox.find(entry?.id ?? '');
    const whole = { message: { ...message, replyTo: null } };
    expect(inboxMessageAnswerSchema.parse(whole)).toEqual(whole);
    expect(message).toMatchObject({
      mailFrom: 'b=token@kauke.test',
      rcptTo: 'one@home.example',
      attachments: [{ filename: 'bill.pdf', mimeType: 'application/pdf', sizeBytes: 5 }],
    });
    expect(message?.headers.slice(0, 5)).toEqual([
      ['Received', 'from one.example'],
      ['From', '=?utf-8?Q?B=C3=B6b?= <reply=abc@kauke.test>'],
      ['X-Long', 'first part, second part'],
      ['Received', 'from two.example'],
      ['Subject', '=?utf-8?B?SMOpbGxv?='],
    ]);
    expect(message?.text?.trim()).toBe('Plain words');
    expect(message?.html?.trim()).toBe('<p>Rich words</p>');
  });

  it('gives no text and no html to a message without them', async () => {
    const inbox = createInbox();
    inbox.attempt(messageTo('one@home.example', 'Content-Type: image/png\r\n\r\nx'));
    const [entry] = await inbox.list();
    expect(entry).toMatchObject({ from: '', subject: '' });
    expect(await inbox.find(entry?.id ?? '')).toMatchObject({ text: null, html: null });
  });

  it('shows a message that no parser accepts as plain octets', async () => {
    const inbox = createInbox({ maxBytes: 10_000_000 });
    inbox.attempt(messageTo('one@home.example', `Subject: endless\r\nX-Long: ${'x'.repeat(3_000_000)}\r\n\r\nbody`));
    const [entry] = await inbox.list();
    expect(entry?.subject).toBe('');
    const message = await inbox.find(entry?.id ?? '');
    expect(message?.headers).toEqual([]);
    expect(message?.text).toHaveLength(64 * 1024);
  });

  it('gives what is attached, decoded, by its place', async () => {
    const inbox = createInbox();
    inbox.attempt(messageTo('one@home.example', multipart));
    const [entry] = await inbox.list();
    const octets = Buffer.from([0, 1, 2, 3, 4]);
    expect(inbox.findAttachment(entry?.id ?? '', 0)).toEqual({ filename: 'bill.pdf', octets });
    expect(inbox.findAttachment(entry?.id ?? '', 1)).toBeNull();
    expect(inbox.findAttachment('nothing', 0)).toBeNull();
  });

  it('shows the beginning of a huge text and of huge HTML', async () => {
    const inbox = createInbox({ maxBytes: 10_000_000 });
    inbox.attempt(messageTo('one@home.example', `Subject: x\r\n\r\n${'word '.repeat(400_000)}`));
    inbox.attempt(messageTo('one@home.example', `Content-Type: text/html\r\n\r\n${'<b>'.repeat(400_000)}`));
    const [html, text] = await Promise.all((await inbox.list()).map(({ id }) => inbox.find(id)));
    expect([text?.cut, text?.text?.length]).toEqual([true, 512 * 1024]);
    expect([html?.cut, html?.html?.length]).toEqual([true, 512 * 1024]);
  });

  it('keeps at most as many messages as its capacity', async () => {
    const inbox = createInbox({ capacity: 2 });
    for (const subject of ['one', 'two', 'three']) {
      inbox.attempt(messageTo('one@home.example', `Subject: ${subject}\r\n\r\nbody`));
    }
    expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['three', 'two']);
  });

  it('drops the oldest when the octets exceed the cap, and keeps the newest whatever its size', async () => {
    const inbox = createInbox({ maxBytes: 100 });
    const sized = (subject: string, size: number) =>
      messageTo('a@b.example', `Subject: ${subject}\r\n\r\n`.padEnd(size));
    for (const subject of ['one', 'two', 'three']) inbox.attempt(sized(subject, 50));
    expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['three', 'two']);
    inbox.attempt(sized('huge', 1000));
    expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['huge']);
    inbox.attempt(sized('small', 50));
    expect((await inbox.list()).map(({ subject }) => subject)).toEqual(['small']);
  });

  it('keeps its own copy of the octets', async () => {
    const inbox = createInbox();
    const message = messageTo('one@home.example', 'Subject: kept\r\n\r\nbody');
    inbox.attempt(message);
    message.content[0]?.fill(0);
    expect((await inbox.list())[0]?.subject).toBe('kept');
  });

  it('has a version that changes with every message and differs between two inboxes', () => {
    const inbox = createInbox();
    const versions = [inbox.version(), createInbox().version()];
    inbox.attempt(messageTo('one@home.example', 'Subject: x\r\n\r\n'));
    versions.push(inbox.version());
    expect(new Set(versions).size).toBe(3);
  });

  it('finds nothing under an unknown id', async () => {
    expect(await createInbox().find('nothing')).toBeNull();
  });
});
