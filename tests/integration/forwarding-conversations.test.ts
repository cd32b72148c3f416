import PostalMime, { type Address, type Attachment } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparableAddress } from '#mail/recipient/address-forms.ts';
import { decodeWords } from '#protocol/message/encoded-words.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { findSecrets } from '#support/find-secrets.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let bea: Owner;
let office: OutsideSender;
let home: OutsideSender;
let club: OutsideSender;

const annInbox = 'ann.private@office.example';
const beaInbox = 'bea.private@home.example';
const secretsOfAnn = ['ann.private', 'office.example', 'ann-account'];
const secretsOfBea = ['bea.private', 'home.example', 'bea-account'];
const accepted = '250 2.0.0 Message accepted';
const reverseForm = /^reply(?:=[a-z2-7]{26}|\.[a-z2-7]{33})@kauke\.test$/;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({ SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'op@ops.example' });
  [ann, bea] = [
    await signUpOwner(service, 'ann-account@a.example'),
    await signUpOwner(service, 'bea-account@b.example'),
  ];
  await ann.createAlias('ann-alias', [annInbox]);
  await bea.createAlias('bea-alias', [beaInbox]);
  // Two mails about the accounts, two about the inboxes, in whatever order they come.
  const mails = await sink.waitForMessages(4);
  const mailTo = (inbox: string): Buffer => mails.find(({ rcptTo }) => rcptTo.includes(inbox))?.raw ?? Buffer.alloc(0);
  await confirmInbox(ann, mailTo(annInbox));
  await confirmInbox(bea, mailTo(beaInbox));
  office = createOutsideSender(service.dns, 'office.example');
  home = createOutsideSender(service.dns, 'home.example');
  club = createOutsideSender(service.dns, 'club.example', { policy: 'reject' });
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function send(from: string, to: string, data: Buffer): Promise<string | null> {
  return (await sendMessage({ port: service.mxPort, from, to, data, timeoutMs: 60_000 })).data;
}

function forwardedTo(inbox: string): SinkMessage[] {
  return sink.messages.filter(({ rcptTo, mailFrom }) => rcptTo.includes(inbox) && mailFrom.startsWith('b='));
}

function newest(inbox: string): Buffer {
  return forwardedTo(inbox).at(-1)?.raw ?? Buffer.alloc(0);
}

function valuesOf(raw: Buffer, key: string): string[] {
  return parseMessage(raw)
    .fields.filter((field) => field.key === key)
    .map((field) => decodeWords(fieldText(field)));
}

function isHarmless(address: string): boolean {
  return reverseForm.test(address) || /^(?:ann|bea)-alias@kauke\.test$/.test(address);
}

function flatten(addresses: readonly Address[] = []): string[] {
  return addresses.flatMap(({ address, group }) => [...(address ? [address] : []), ...flatten(group)]);
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : '';
}

/** Everything that a mail program would put into the To of an answer, as a parser that is not ours reads it. */
async function answerable(raw: Buffer): Promise<string[]> {
  const { from, sender, replyTo, to, cc, bcc, attachments, headers } = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
  });
  const lists = headers.filter(({ key }) => key.startsWith('list-')).map(({ value }) => value);
  const calendars = attachments.filter(({ mimeType }) => mimeType === 'text/calendar').map(textOf);
  const links = [...lists, ...calendars.map((text) => text.replaceAll(/\r?\n /g, ''))].flatMap((text) =>
    Array.from(text.matchAll(/mailto:([^>?\s]+)/gi), ([, address = '']) => decodeURIComponent(address)),
  );
  const mailboxes = [...(from ? [from] : []), ...(sender ? [sender] : []), ...(replyTo ?? []), ...(to ?? [])];
  return [...flatten([...mailboxes, ...(cc ?? []), ...(bcc ?? [])]), ...links];
}

const invitation = [
  'BEGIN:VCALENDAR',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:event-1@club.example',
  'ORGANIZER;CN=Bob:mailto:bob@club.example',
  'ATTENDEE;CN=Ann;RSVP=TRUE:mailto:ann-alias@kauke.test',
  'ATTENDEE;CN=Carol;EMAIL=carol@friends.example:mailto:carol@friends.example',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

const pieces = {
  before:
    'A preamble.\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<a href="mailto:bob@club.example">grüße</a>\r\n..two dots \r\n' +
    '--b\r\n',
  calendar: `Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n\r\n${invitation}`,
  after: `\r\n--b\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\nAAECAwQ=\r\n--b--\r\nepilogue\t\r\n`,
};

const crowded = Buffer.from(
  [
    'From: =?utf-8?Q?Bob_=40_the_Club?= <bob@club.example>',
    'Sender: robot@club.example',
    'Reply-To: Desk <desk@club.example>, ann-alias@kauke.test',
    'To: ann-alias@kauke.test, Team: carol@friends.example, "dave" <dave@friends.example>;',
    'Cc: undisclosed-recipients:;, =?utf-8?B?RXZl?= <eve@friends.example>',
    'Mail-Followup-To: list@club.example',
    'Disposition-Notification-To: bob@club.example',
    'Autocrypt: addr=bob@club.example; keydata=AAAA',
    'List-Id: Club <news.club.example>',
    'List-Post: <mailto:list@club.example>',
    'List-Unsubscribe: <mailto:leave@club.example?subject=leave&cc=bob@club.example>, <https://club.example/leave>',
    'Subject: Raw Žinia',
    'Date: Sat, 21 Nov 2026 12:00:00 +0000',
    'Message-ID: <event-1@club.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    `${pieces.before}${pieces.calendar}${pieces.after}`,
  ].join('\r\n'),
);

describe('what reaches an owner', () => {
  it('lets no mail program answer to anything but reverse addresses, and is otherwise as it was sent', async () => {
    expect(await send('bounce@club.example', 'ann-alias@kauke.test', await club.sign(crowded))).toBe(accepted);
    const raw = newest(annInbox);
    const addresses = await answerable(raw);
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) expect([address, isHarmless(address)]).toEqual([address, true]);

    const { header, body } = { header: raw.subarray(0, raw.indexOf('\r\n\r\n')), body: parseMessage(raw).body };
    expect(/[^\x00-\x7f]/.test(header.toString('latin1'))).toBe(false);
    expect(valuesOf(raw, 'subject')).toEqual(['Raw Žinia']);
    expect(valuesOf(raw, 'from')[0]).toMatch(/^"Bob the Club \(bob at club\.example\)"/);
    expect(body.subarray(0, Buffer.byteLength(pieces.before)).toString()).toBe(pieces.before);
    expect(body.subarray(-Buffer.byteLength(pieces.after)).toString()).toBe(pieces.after);
    expect(body.toString()).toContain('UID:event-1@club.example\r\n');
  });

  it('names nobody who can be answered however the sender spells it', async () => {
    const odd = [
      'From: <@relay.example:bob@club.example>',
      'To: "ann-alias@kauke.test" <mallory@club.example>, mallory@club.example (ann-alias@kauke.test)',
      'Cc: =?utf-8?Q?mallory=40club.example?= <mallory@club.example',
      'Reply-To: mallory@club.example; eve@club.example',
      'X-Reply-To: =?utf-8?Q?mallory=40club.example?=',
      'Subject: odd',
      'List-Post: <mailto:%6Dallory%40club.example>',
      'Content-Type: TEXT/Calendar; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'BEGIN:VCALENDAR=0D',
      'organizer;cn=3D"mallory@club.example":mail=',
      'to:mallory@club.example=0D',
      'END:VCALENDAR=0D',
      '',
    ].join('\r\n');
    expect(await send('bounce@club.example', 'ann-alias@kauke.test', await club.sign(odd))).toBe(accepted);
    for (const address of await answerable(newest(annInbox))) {
      expect([address, isHarmless(address)]).toEqual([address, true]);
    }
    expect(await findSecrets(newest(annInbox), ['mallory@club.example', 'eve@club.example'])).toEqual([]);
  });
});

/** A mail as an owner's program writes it. */
function letter(from: string, to: string, id: string, extra: readonly string[] = []): string {
  return [
    `From: "The owner" <${from}>`,
    `To: ${to}`,
    'Subject: Lunch',
    'Date: Sat, 21 Nov 2026 14:00:00 +0200',
    `Message-ID: <${id}>`,
    'User-Agent: SomeMailer/1.0',
    ...extra,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Yours, ${from}`,
    '',
  ].join('\r\n');
}

async function aliasIdOf(owner: Owner): Promise<string> {
  const { body } = await owner.send('GET', `/api/aliases/${owner.id}`);
  return (body as { aliases: { id: string }[] }).aliases[0]?.id ?? '';
}

describe('two owners on the same instance', () => {
  it('hold a conversation through their aliases, and neither learns more than an alias of the other', async () => {
    const path = `/api/aliases/${await aliasIdOf(ann)}/contacts`;
    const made = await ann.send('POST', path, { address: 'bea-alias@kauke.test' });
    const beaForAnn = /reply\.[a-z2-7]{33}@kauke\.test/.exec(JSON.stringify(made.body))?.[0] ?? '';
    const before = sink.received.length;

    const first = await office.sign(letter(annInbox, beaForAnn, 'one@office.example'));
    expect(await send(annInbox, beaForAnn, first)).toBe(accepted);
    const atBea = newest(beaInbox);
    expect(valuesOf(atBea, 'from')[0]).toMatch(/^"ann-alias at kauke\.test" <reply=/);
    expect(await findSecrets(atBea, [...secretsOfAnn, 'SomeMailer'])).toEqual([]);
    for (const address of await answerable(atBea)) expect([address, isHarmless(address)]).toEqual([address, true]);

    const annForBea = /<(reply=[^>]+)>/.exec(valuesOf(atBea, 'from')[0] ?? '')?.[1] ?? '';
    const [reference = ''] = valuesOf(atBea, 'message-id');
    const thread = [`In-Reply-To: ${reference}`, `References: ${reference}`];
    const second = await home.sign(letter(beaInbox, annForBea, 'two@home.example', thread));
    expect(await send(beaInbox, annForBea, second)).toBe(accepted);
    const atAnn = newest(annInbox);
    expect(valuesOf(atAnn, 'from')[0]).toBe(`"bea-alias at kauke.test" <${comparableAddress(beaForAnn)}>`);
    expect(valuesOf(atAnn, 'in-reply-to')).toEqual(['<one@office.example>']);
    expect(await findSecrets(atAnn, [...secretsOfBea, 'SomeMailer'])).toEqual([]);

    // Each message left us once, to the other's inbox, and nothing goes round.
    expect(sink.received.slice(before).map(({ rcptTo }) => rcptTo)).toEqual([[beaInbox], [annInbox]]);
  });
});
