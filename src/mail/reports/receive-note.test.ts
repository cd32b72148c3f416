import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { makeBounceAddress } from '#mail/recipient/address-forms.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

/** What programs behind an inbox send to the return path of what an alias forwarded there. */

const inbox = 'ann@office.example';
const bob = 'bob@sender.example';

let sink: SmtpSink;
let mail: TestMail;
let office: OutsideSender;
let sender: OutsideSender;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = await createTestMail({
    transport: createSinkTransport({ 'office.example': sink.port, 'sender.example': sink.port }),
  });
  office = createOutsideSender(mail.dns, 'office.example', { addresses: ['192.0.2.7'] });
  sender = createOutsideSender(mail.dns, 'sender.example', { addresses: ['192.0.2.7'] });
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

let alias: TestAlias;
let round = 0;
beforeEach(async () => {
  round += 1;
  alias = await mail.addAlias({ local: `away-${round}`, targets: [inbox] });
});

interface Sent {
  readonly reply: SmtpReply;
  readonly arrived: readonly SinkMessage[];
}

async function during(work: () => Promise<SmtpReply>): Promise<Sent> {
  const before = sink.messages.length;
  const reply = await work();
  await mail.drained();
  return { reply, arrived: sink.messages.slice(before) };
}

let last = 0;
/** A message of Bob's as it reached the inbox. */
async function forwarded(): Promise<SinkMessage> {
  last += 1;
  const { address } = alias;
  const letter = [`From: ${bob}`, `To: ${address}`, 'Subject: Lunch', `Message-ID: <${last}@sender.example>`];
  const content = await sender.sign([...letter, '', 'Today?', ''].join('\r\n'));
  const { arrived } = await during(() => mail.send(address, { from: bob, content }));
  const [message] = arrived;
  if (message === undefined) throw new Error('nothing was forwarded');
  return message;
}

/** As Debian's `vacation` writes it: from its owner, with nothing that says what it is. */
function note(to: string): string[] {
  return [`From: Ann <${inbox}>`, `To: ${to}`, 'Subject: away from my mail', '', 'I am away until Monday.', ''];
}

async function answer(lines: readonly string[], to: string, from = inbox): Promise<Sent> {
  const content = await office.sign(lines.join('\r\n'));
  return during(() => mail.send(to, { from, content }));
}

async function refusedOf(): Promise<readonly string[]> {
  const { db } = mail.context.database;
  const rows = await db.selectFrom('rateLimits').select('actionType').execute();
  return rows.map(({ actionType }) => actionType).filter((action) => action === 'target_refused');
}

describe('a note to the return path of what was forwarded', () => {
  it.each([
    ['says nothing of itself', [], inbox],
    ['is marked', ['Auto-Submitted: auto-replied'], inbox],
    ['has the null reverse-path', ['Auto-Submitted: auto-replied (vacation)'], ''],
  ])('that %s is taken and forgotten where the alias lets no automatic replies out', async (_, fields, from) => {
    const { mailFrom } = await forwarded();
    const { reply, arrived } = await answer([...fields, ...note(mailFrom)], mailFrom, from);
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(arrived).toEqual([]);
  });
});

describe('a bounce of what was forwarded from a server that gives a reverse-path', () => {
  const daemon = 'MAILER-DAEMON@office.example';
  const header = (raw: Buffer): string => raw.subarray(0, raw.indexOf('\r\n\r\n')).toString();

  it.each([
    [
      'as a notification',
      (returned: string) => [
        `From: ${daemon}`,
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.office.example',
        '',
        `Final-Recipient: rfc822; ${inbox}`,
        'Action: failed',
        'Status: 5.1.1',
        '--b',
        'Content-Type: text/rfc822-headers',
        '',
        returned,
        '--b--',
        '',
      ],
    ],
    [
      'in words',
      (returned: string) => [
        `From: Mail Delivery System <${daemon}>`,
        'Subject: Returned mail: see transcript for details',
        '',
        `<${inbox}>: 550 5.1.1 User unknown`,
        '',
        '----- Original message -----',
        '',
        returned,
        '',
      ],
    ],
  ])('%s counts, and its sender hears of it', async (_, write) => {
    const { mailFrom, raw } = await forwarded();
    const before = await refusedOf();
    const { reply, arrived } = await answer(write(header(raw)), mailFrom, daemon);
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(arrived.map(({ mailFrom: from, rcptTo }) => [from, rcptTo])).toEqual([['', [bob]]]);
    expect(arrived[0]?.raw.toString()).toContain(`Final-Recipient: rfc822; ${alias.address}`);
    expect((await refusedOf()).length).toBeGreaterThan(before.length);
  });
});

describe('a refusal by a rule of the inbox (Sieve, RFC 5429)', () => {
  const deleted = 'automatic-action/MDN-sent-automatically; deleted';

  function receipt(to: string, disposition: string, returned: string): string[] {
    return [
      `From: Ann <${inbox}>`,
      `To: <${to}>`,
      'Subject: Automatically rejected mail',
      'Auto-Submitted: auto-replied (rejected)',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary="b/1"',
      '',
      '--b/1',
      'Content-Type: text/plain; charset=utf-8',
      '',
      `${inbox} wants no mail from you.`,
      '',
      '--b/1',
      'Content-Type: message/disposition-notification',
      '',
      'Reporting-UA: office.example; Dovecot Mail Delivery Agent',
      `Final-Recipient: rfc822; ${inbox}`,
      'Original-Message-ID: <1@kauke.test>',
      `Disposition: ${disposition}`,
      '',
      '--b/1',
      'Content-Type: message/rfc822',
      '',
      returned,
      '',
      '--b/1--',
      '',
    ];
  }
  const headerOf = ({ raw }: SinkMessage): string => raw.subarray(0, raw.indexOf('\r\n\r\n')).toString();

  it.each([deleted, 'Automatic-Action/mdn-sent-automatically;deleted', `${deleted.replace('; ', ';\r\n ')}`])(
    'reaches its proven sender once, and neither names the inbox nor counts against it: %j',
    async (disposition) => {
      const message = await forwarded();
      const before = await refusedOf();
      const rejection = receipt(message.mailFrom, disposition, headerOf(message));
      const { reply, arrived } = await answer(rejection, message.mailFrom, '');
      expect(reply).toBe(smtpReplies.messageAccepted);
      expect(arrived.map(({ mailFrom, rcptTo }) => [mailFrom, rcptTo])).toEqual([['', [bob]]]);
      const text = arrived[0]?.raw.toString() ?? '';
      expect(text).toContain(`Final-Recipient: rfc822; ${alias.address}\r\nAction: failed\r\nStatus: 5.2.0\r\n`);
      expect(text).toContain(`In-Reply-To: <${last}@sender.example>`);
      expect(text).not.toMatch(/office\.example|wants no mail|Dovecot/);
      expect((await answer(rejection, message.mailFrom, '')).arrived).toEqual([]);
      expect(await refusedOf()).toEqual(before);
    },
  );

  it.each([
    ['was shown', 'manual-action/MDN-sent-manually; displayed'],
    ['was shown by itself', 'manual-action/MDN-sent-automatically; displayed'],
    ['was thrown away by hand', 'manual-action/MDN-sent-automatically; deleted'],
    ['was thrown away and said so by hand', 'automatic-action/MDN-sent-manually; deleted'],
    ['was processed', 'automatic-action/MDN-sent-automatically; processed'],
    ['had an error', 'automatic-action/MDN-sent-automatically; deleted/error'],
    ['says two things', `${deleted}\r\nDisposition: manual-action/MDN-sent-manually; displayed`],
  ])('is none in a receipt that it %s', async (_, disposition) => {
    const message = await forwarded();
    const { reply, arrived } = await answer(
      receipt(message.mailFrom, disposition, headerOf(message)),
      message.mailFrom,
      '',
    );
    expect([reply, arrived]).toEqual([smtpReplies.messageAccepted, []]);
  });

  it('of what an owner sent is told to the owner', async () => {
    const { context } = mail;
    const { number: id } = await context.database.db
      .selectFrom('aliases')
      .select('number')
      .where('id', '=', alias.aliasId)
      .executeTakeFirstOrThrow();
    const now = new Date(context.clock.now());
    const to = makeBounceAddress(context.keys, { id, alias: alias.address, now, of: 'sent' });
    const { arrived } = await answer(receipt(to, deleted, 'Message-ID: <1@kauke.test>'), to, '');
    expect(arrived.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    expect(arrived[0]?.raw.toString()).toContain('Subject: Your message was not delivered');
  });

  it('is none in what a receipt brings back', async () => {
    const message = await forwarded();
    const inner = receipt(message.mailFrom, deleted, headerOf(message));
    const shown = receipt(message.mailFrom, 'manual-action/MDN-sent-manually; displayed', inner.join('\r\n'));
    const edges = shown.map((line) => (inner.includes(line) ? line : line.replaceAll('b/1', 'outer')));
    const bare = edges.filter((line) => !line.startsWith('Disposition: manual'));
    for (const lines of [edges, bare]) {
      expect((await answer(lines, message.mailFrom, '')).arrived).toEqual([]);
    }
  });

  it.each([
    [
      'a sender who is not proven',
      (header: string) => header.replaceAll(/^X-Kauke-Return-Path:.*\r\n(?:[ \t].*\r\n)*/gm, ''),
    ],
    ['nothing that comes back', () => 'Subject: Lunch'],
    ['a return path that somebody made up', () => 'X-Kauke-Return-Path: AAAA'],
  ])('tells nobody, with %s', async (_, change) => {
    const message = await forwarded();
    const rejection = receipt(message.mailFrom, deleted, change(headerOf(message)));
    expect((await answer(rejection, message.mailFrom, '')).arrived).toEqual([]);
  });
});
