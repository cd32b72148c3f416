import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { automaticKind } from '#mail/judge/automatic-kind.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import type { SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const inbox = 'ann@office.example';
const bob = 'bob@sender.example';

let sink: SmtpSink;
let mail: TestMail;
let office: OutsideSender;
beforeAll(async () => {
  sink = await startSmtpSink();
  mail = await createTestMail({
    transport: createSinkTransport({ 'office.example': sink.port, 'sender.example': sink.port }),
  });
  office = createOutsideSender(mail.dns, 'office.example', { addresses: ['192.0.2.7'] });
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

let alias: TestAlias;
let to: string;
let round = 0;
beforeEach(async () => {
  round += 1;
  alias = await mail.addAlias({ local: `desk-${round}`, targets: [inbox] });
  const { aliasId, userId, address } = alias;
  const token = reverseToken(mail.context.keys, { userId, aliasAddress: address, correspondent: bob });
  await mail.context.contacts.store(aliasId, [{ token, correspondent: bob }]);
  to = reverseAddress(token, 'kauke.test');
});

interface Sent {
  readonly reply: SmtpReply;
  /** To whom, and its words. */
  readonly arrived: readonly (readonly [string | undefined, string])[];
}

async function send(fields: readonly string[], { from = inbox, body = 'words' } = {}): Promise<Sent> {
  const before = sink.messages.length;
  const head = [`From: ${inbox}`, `To: ${to}`, 'Subject: Plan', `Message-ID: <${before}@office.example>`];
  const content = await office.sign([...head, ...fields, '', body, ''].join('\r\n'));
  const reply = await mail.send(to, { from, content });
  await mail.drained();
  const arrived = sink.messages.slice(before).map(({ rcptTo, raw }) => [rcptTo[0], raw.toString()] as const);
  return { reply, arrived };
}

function letOut(): Promise<unknown> {
  const { db } = mail.test.database;
  return db.updateTable('aliases').set({ autoReplies: true }).where('id', '=', alias.aliasId).execute();
}

const quote = 'words\r\n\r\nOn Friday Bob wrote:\r\n> hello';
const absence = [
  ['auto-replied', ['Auto-Submitted: auto-replied (vacation)'], {}],
  ['of the null reverse-path', [], { from: '' }],
  ['of the null reverse-path with a help desk’s mark', ['Precedence: bulk'], { from: '', body: quote }],
  ['of Exchange', ['X-Auto-Response-Suppress: All', 'Auto-Submitted: auto-generated'], {}],
  ['with a help desk’s mark beside', ['Auto-Submitted: auto-replied', 'Precedence: bulk'], { body: quote }],
] as const;

describe('an absence note', () => {
  it.each(absence)('%s is accepted and dropped, and its owner told once in seven days', async (_name, fields, how) => {
    const first = await send(fields, how);
    const second = await send(fields, how);
    expect([first.reply, second.reply]).toEqual([smtpReplies.messageAccepted, smtpReplies.messageAccepted]);
    expect(first.arrived.map(([rcptTo]) => rcptTo)).toEqual([inbox]);
    expect(first.arrived[0]?.[1]).toContain(`answered a message to ${alias.address} by itself`);
    expect(second.arrived).toEqual([]);
  });

  it.each(['', inbox])('that is a read receipt is told as one, whatever its reverse-path is (%j)', async (from) => {
    const receipt = 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b';
    const parts = ['text/plain', 'message/disposition-notification'].map((type) => `--b\r\nContent-Type: ${type}\r\n`);
    const { reply, arrived } = await send(['MIME-Version: 1.0', receipt], {
      from,
      body: `${parts.join('\r\n')}\r\n--b--`,
    });
    expect(reply).toEqual(smtpReplies.messageAccepted);
    expect(arrived.map(([rcptTo]) => rcptTo)).toEqual([inbox]);
    expect(arrived[0]?.[1]).toContain('Subject: A read receipt of yours was not sent');
  });

  it('goes out where the alias lets it, marked', async () => {
    await letOut();
    const { arrived } = await send(['X-Vacation: 1']);
    expect(arrived.map(([rcptTo]) => rcptTo)).toEqual([bob]);
    expect(arrived[0]?.[1]).toContain('Auto-Submitted: auto-replied\r\n');
  });
});

describe('what a help desk marks', () => {
  const marks = [
    ['Auto-Submitted: auto-generated'],
    ['Precedence: bulk'],
    ['Precedence: junk'],
    ['X-Autoreply: no'],
  ].flatMap((fields) => [fields, [...fields, 'X-Auto-Response-Suppress: All']]);

  it.each(marks)('%s %s is refused with the reason, and sent where the alias lets it', async (...fields) => {
    const marked = fields.filter((field) => typeof field === 'string');
    const refused = await send(marked, { body: quote });
    expect(refused).toEqual({ reply: smtpReplies.markedAutomatic, arrived: [] });
    expect(refused.reply).toMatchObject({ code: 550, enhanced: '5.7.1' });
    expect(refused.reply.text).toContain('marked as automatic');
    await letOut();
    const { reply, arrived } = await send(marked, { body: quote });
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(arrived.map(([rcptTo]) => rcptTo)).toEqual([bob]);
  });

  it('is refused, not lost, where nothing but X-Auto-Response-Suppress marks it and it quotes nothing', async () => {
    const suppressing = ['X-Auto-Response-Suppress: DR, OOF'];
    expect(await send(suppressing)).toEqual({ reply: smtpReplies.markedAutomatic, arrived: [] });
    expect((await send(suppressing, { body: quote })).arrived.map(([rcptTo]) => rcptTo)).toEqual([bob]);
  });

  it('is refused, not lost, beyond three a day', async () => {
    await letOut();
    const replies: SmtpReply[] = [];
    for (let count = 0; count < 4; count += 1) replies.push((await send(['Precedence: bulk'], { body: quote })).reply);
    expect(replies.map(({ code }) => code)).toEqual([250, 250, 250, 550]);
  });

  it('is refused like any other to whoever has not proven to be its owner', async () => {
    const content = `From: ${inbox}\r\nTo: ${to}\r\nPrecedence: bulk\r\n\r\nx\r\n`;
    expect(await mail.send(to, { from: inbox, content })).toEqual(smtpReplies.replyRefused);
  });
});

it('the null reverse-path is told of other refusals as seldom, and never answered', async () => {
  await letOut();
  await mail.test.database.db.updateTable('aliases').set({ active: false }).where('id', '=', alias.aliasId).execute();
  const [first, second] = [await send([], { from: '' }), await send([], { from: '' })];
  expect([first.reply, second.reply]).toEqual([smtpReplies.messageAccepted, smtpReplies.messageAccepted]);
  expect(first.arrived.map(([rcptTo]) => rcptTo)).toEqual([inbox]);
  expect(second.arrived).toEqual([]);
});

describe('with X-Auto-Response-Suppress', () => {
  const kindOf = (body: string, type = 'text/plain', mark = '') =>
    automaticKind(
      parseMessage(Buffer.from(`X-Auto-Response-Suppress: All\r\n${mark}Content-Type: ${type}\r\n\r\n${body}`)),
      inbox,
    );
  const generated = 'Auto-Submitted: auto-generated\r\n';

  it('a message that names whom it answers was written by somebody', () => {
    expect(kindOf(`yes\r\n\r\nBob (${to}), Friday`)).toBeNull();
  });

  it('a message that quotes nothing is an absence note where it is marked by more than that', () => {
    const note = 'I am away.\r\nFrom: Monday on I am back.';
    expect(kindOf(note, 'text/plain', generated)).toBe('absence');
    expect(kindOf('<p>I am away.</p>', 'text/html', generated)).toBe('absence');
    expect(kindOf(note)).toBe('marked');
  });

  it.each([
    ['marked lines', 'yes\r\n\r\n> hello', 'text/plain'],
    ['a quoted header', 'yes\r\n\r\nVon: Bob\r\nGesendet: Freitag\r\nAn: Ann\r\n\r\nhello', 'text/plain'],
    ['a quote of HTML', '<p>yes</p><blockquote>hello</blockquote>', 'text/html'],
    ['a quoted header in HTML', '<p><b>From:</b> Bob<br><b>Sent:</b> Friday<br><b>To:</b> Ann</p>', 'text/html'],
    ['whom it answers', `Bob <${writeReverseName('a'.repeat(26), 'equals')}@kauke.test>:`, 'text/plain'],
    ['whom it answers in plain spelling', `Bob <${writeReverseName('a'.repeat(26), 'plain')}@x.test>:`, 'text/plain'],
  ])('a message with %s was written by somebody', (_name, body, type) => {
    expect(kindOf(body, type)).toBeNull();
  });
});
