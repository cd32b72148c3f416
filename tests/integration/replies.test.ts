import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { clientMarks, clientReplies, type ClientName } from '#support/client-replies.ts';
import { findSecrets } from '#support/find-secrets.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import type { ReplySituation } from '#support/reply-situation.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { joinParts } from '#support/sign-raw.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { isNotice, startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let office: OutsideSender;
let sender: OutsideSender;

const inbox = 'ann.private@office.example';
const account = 'ann-account@home.example';
const alias = 'my-alias@kauke.test';
const bob = 'bob@sender.example';
const host = 'anns-laptop.office.example';
const ip = '203.0.113.77';
/** Whatever tells who Ann is. */
const secrets = ['ann.private', 'office.example', 'ann-account', 'home.example', 'Ann Private', 'anns-laptop', ip];
const accepted = '250 2.0.0 Message accepted';

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({ SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'op@ops.example' });
  ann = await signUpOwner(service, account);
  await ann.createAlias('my-alias', [inbox]);
  for (const { raw } of await sink.waitForMessages(2)) if (raw.includes(inbox)) await confirmInbox(ann, raw);
  office = createOutsideSender(service.dns, 'office.example');
  sender = createOutsideSender(service.dns, 'sender.example');
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

/** Delivers over SMTP and gives what came of it at one address, if anything did; what the owner is told comes when it comes. */
async function deliver(
  from: string,
  to: string | readonly string[],
  data: Buffer,
  at: string,
): Promise<{ reply: string | null; raw: Buffer | null; mailFrom: string | null }> {
  const before = sink.messages.length;
  const { data: reply } = await sendMessage({ port: service.mxPort, from, to, data, timeoutMs: 60_000 });
  const message = sink.messages.slice(before).find((one) => one.rcptTo.includes(at) && !isNotice(one));
  return { reply, raw: message?.raw ?? null, mailFrom: message?.mailFrom ?? null };
}

async function arrived(...given: Parameters<typeof deliver>): Promise<Buffer> {
  const { reply, raw } = await deliver(...given);
  if (raw === null) throw new Error(`nothing arrived: ${reply ?? 'no reply'}`);
  return raw;
}

function valueOf(raw: Buffer, key: string): string {
  const field = parseMessage(raw).fields.find((candidate) => candidate.key === key);
  return field === undefined ? '' : decodeWords(fieldText(field));
}

function fileOf(serial: number): string {
  return `a drawing, number ${serial}: ${'0123456789'.repeat(500)}`;
}

/** What Bob writes, in answer to `answered` if that is something. */
function fromBob(serial: number, answered: Buffer | null): Promise<Buffer> {
  return sender.sign(
    [
      `From: Bob Builder <${bob}>`,
      `To: ${alias}`,
      `Subject: The plan`,
      'Date: Sat, 21 Nov 2026 12:00:00 +0000',
      `Message-ID: <bob-${serial}@sender.example>`,
      ...(answered === null
        ? []
        : [
            `In-Reply-To: ${valueOf(answered, 'message-id')}`,
            `References: ${valueOf(answered, 'references')} ${valueOf(answered, 'message-id')}`,
          ]),
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=bobs',
      '',
      '--bobs',
      'Content-Type: text/plain',
      '',
      `Message ${serial}`,
      '--bobs',
      'Content-Type: application/octet-stream; name=drawing.bin',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(fileOf(serial)).toString('base64').replaceAll(/.{76}/g, '$&\r\n'),
      '--bobs--',
      '',
    ].join('\r\n'),
  );
}

/** What Ann's mail program knows when she answers. */
function situationAt(forwarded: Buffer, serial: number): ReplySituation {
  const [author] = parseMailboxes(valueOf(forwarded, 'from'));
  return {
    owner: inbox,
    ownerName: 'Ann Private',
    host,
    ip,
    alias,
    shownAs: author?.name ?? '',
    reverse: author?.address ?? '',
    subject: valueOf(forwarded, 'subject'),
    messageId: valueOf(forwarded, 'message-id'),
    references: valueOf(forwarded, 'references'),
    text: `Answer ${serial}`,
    serial,
  };
}

let serial = 0;

describe('a conversation of six messages', () => {
  it.each(Object.keys(clientReplies) as ClientName[])(
    'with an owner who uses %s tells nothing of the owner',
    async (client) => {
      let answer: Buffer | null = null;
      for (let turn = 0; turn < 3; turn += 1) {
        serial += 1;
        const forwarded = await arrived(bob, alias, await fromBob(serial, answer), inbox);
        const shown = await PostalMime.parse(forwarded, { attachmentEncoding: 'utf8' });
        expect(shown.attachments[0]?.content).toBe(fileOf(serial));
        // The owner's program finds its own message again.
        if (answer !== null) {
          const own = parseMessage(joinParts(clientReplies[client]({ ...situationAt(forwarded, serial - 1) })));
          const id = own.fields.find(({ key }) => key === 'message-id');
          expect(valueOf(forwarded, 'in-reply-to')).toBe(id && fieldText(id));
        }

        const situation = situationAt(forwarded, serial);
        expect(situation.reverse).toMatch(/^reply=[a-z2-7]{26}@kauke\.test$/);
        const written = await office.sign(joinParts(clientReplies[client](situation)));
        answer = await arrived(inbox, situation.reverse, written, bob);

        const hidden = [...secrets, ...clientMarks[client], situation.reverse, 'unverified'];
        expect((await findSecrets(written, hidden)).length).toBeGreaterThan(5);
        expect(await findSecrets(answer, hidden)).toEqual([]);
        const seen = await PostalMime.parse(answer);
        expect([seen.from, seen.to]).toEqual([{ name: '', address: alias }, [{ name: 'Bob Builder', address: bob }]]);
        expect(seen.cc ?? []).toEqual([]);
        expect(seen.inReplyTo).toBe(`<bob-${serial}@sender.example>`);
        expect(seen.html).toContain(`Answer ${serial}`);
        const names = parseMessage(answer).fields.map(({ key }) => key);
        expect(names.filter((name) => name.startsWith('x-') || name.startsWith('arc-'))).toEqual([]);
        expect(names.filter((name) => name === 'received')).toHaveLength(1);
        expect(valueOf(answer, 'received')).toBe(`by kauke.test with SMTP; ${valueOf(answer, 'date')}`);
      }
    },
  );
});

/** What Ann sends by hand or her program by itself. */
function fromAnn(to: string, fields: readonly string[], ...body: string[]): Promise<Buffer> {
  serial += 1;
  const own = [`From: Ann Private <${inbox}>`, `To: ${to}`, `Message-ID: <ann-${serial}@${host}>`, 'MIME-Version: 1.0'];
  const trace = [`Received: from ${host} ([${ip}]) by mail.office.example`, 'User-Agent: AnnMail/1.0'];
  return office.sign([...trace, ...own, ...fields, '', ...body, ''].join('\r\n'));
}

async function settings(changes: Record<string, boolean>): Promise<void> {
  const { body } = await ann.send('GET', `/api/aliases/${ann.id}`);
  const [first] = (body as { aliases: { id: string }[] }).aliases;
  const { status } = await ann.send('PATCH', `/api/aliases/${first?.id ?? ''}/settings`, changes);
  expect(status).toBe(200);
}

const hidden = [...secrets, 'AnnMail'];

describe('what an owner’s program sends by itself', () => {
  it('accepts an invitation as the alias', async () => {
    const invitation = [
      `From: Bob <${bob}>`,
      `To: ${alias}`,
      'Subject: Lunch',
      'MIME-Version: 1.0',
      'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
      '',
      'BEGIN:VCALENDAR',
      'METHOD:REQUEST',
      'BEGIN:VEVENT',
      'UID:lunch-1@sender.example',
      `ORGANIZER;CN=Bob:mailto:${bob}`,
      `ATTENDEE;RSVP=TRUE:mailto:${alias}`,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
    const forwarded = await arrived(bob, alias, await sender.sign(invitation), inbox);
    const { reverse } = situationAt(forwarded, 0);
    const [organizer = ''] = /ORGANIZER[^]*?(?=\r\n[A-Z])/.exec(forwarded.toString()) ?? [];
    const accept = await fromAnn(
      reverse,
      ['Subject: Accepted: Lunch', 'Content-Type: multipart/mixed; boundary=annmail-1'],
      '--annmail-1',
      'Content-Type: text/calendar; charset=utf-8; method=REPLY; name="ann.private@office.example.ics"',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(
        [
          'BEGIN:VCALENDAR',
          'PRODID:-//AnnMail//EN',
          'METHOD:REPLY',
          'BEGIN:VEVENT',
          'UID:lunch-1@sender.example',
          organizer,
          `ATTENDEE;CN="Ann Private";PARTSTAT=ACCEPTED;SENT-BY="mailto:${account}":MAILTO:${inbox}`,
          'X-ANNMAIL-ID:1',
          'END:VEVENT',
          'END:VCALENDAR',
          '',
        ].join('\r\n'),
      ).toString('base64'),
      '--annmail-1--',
    );
    const raw = await arrived(inbox, reverse, accept, bob);
    expect(await findSecrets(raw, [...hidden, reverse])).toEqual([]);
    const calendar = raw.toString().replaceAll(/\r\n /g, '');
    expect(calendar).toMatch(/ATTENDEE;[^\r]*PARTSTAT=ACCEPTED[^\r]*:mailto:my-alias@kauke\.test\r\n/);
    expect(calendar).toMatch(/ORGANIZER[^\r]*:mailto:bob@sender\.example\r\n/);
  });

  it('sends no read receipt', async () => {
    const forwarded = await arrived(bob, alias, await fromBob((serial += 1), null), inbox);
    const { reverse } = situationAt(forwarded, 0);
    const receipt = await fromAnn(
      reverse,
      ['Subject: Read: The plan', 'Content-Type: multipart/report; report-type=disposition-notification; boundary=r'],
      '--r',
      '',
      'Read.',
      '--r',
      'Content-Type: message/disposition-notification',
      '',
      `Reporting-UA: ${host}; AnnMail`,
      `Final-Recipient: rfc822;${inbox}`,
      'Disposition: manual-action/MDN-sent-manually; displayed',
      '--r--',
    );
    expect(await deliver('', reverse, receipt, bob)).toMatchObject({ reply: accepted, raw: null });
    await settings({ autoReplies: true });
    expect(await deliver('', reverse, receipt, bob)).toMatchObject({ reply: accepted, raw: null });
    const isTold = ({ raw: mail }: SinkMessage) => valueOf(mail, 'subject') === 'A read receipt of yours was not sent';
    await expect.poll(() => sink.messages.filter(isTold).map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    await settings({ autoReplies: false });
  });

  it('sends an absence note only where the alias lets it, and then without a word of the owner’s address', async () => {
    const forwarded = await arrived(bob, alias, await fromBob((serial += 1), null), inbox);
    const { reverse } = situationAt(forwarded, 0);
    const fields = ['Subject: Away', 'Auto-Submitted: auto-replied; owner-email="ann.private@office.example"'];
    const note = await fromAnn(reverse, fields, `I am away. ${inbox}`);
    const dropped = await deliver('', reverse, note, bob);
    expect([dropped.reply, dropped.raw]).toEqual([accepted, null]);
    await settings({ autoReplies: true });
    const sent = await deliver('', reverse, note, bob);
    expect(sent.mailFrom).toBe('');
    expect(sent.raw?.toString()).toContain(`I am away. ${alias}`);
    expect(await findSecrets(sent.raw ?? Buffer.alloc(0), [...hidden, reverse])).toEqual([]);
    await settings({ autoReplies: false });
  });

  it('leaves a list by mail as the alias', async () => {
    const news = [
      'From: News <news@sender.example>',
      `To: ${alias}`,
      'Subject: News',
      'List-Id: <news.sender.example>',
      'List-Unsubscribe: <mailto:leave@sender.example?subject=leave-1234>',
      '',
      'news',
      '',
    ].join('\r\n');
    const forwarded = await arrived('news@sender.example', alias, await sender.sign(news), inbox);
    const link = valueOf(forwarded, 'list-unsubscribe');
    const [, encoded = '', subject = ''] = /<mailto:([^?>]+)\?subject=([^>&]+)>/.exec(link) ?? [];
    const reverse = decodeURIComponent(encoded);
    expect(reverse).toMatch(/^reply=/);
    const leave = await fromAnn(reverse, [`Subject: ${decodeURIComponent(subject)}`], 'unsubscribe');
    const raw = await arrived(inbox, reverse, leave, 'leave@sender.example');
    expect([valueOf(raw, 'from'), valueOf(raw, 'subject')]).toEqual([alias, 'leave-1234']);
    expect(await findSecrets(raw, [...hidden, reverse])).toEqual([]);
  });
});
