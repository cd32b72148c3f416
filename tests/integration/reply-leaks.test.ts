import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasesResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMailboxes } from '#protocol/message/mailboxes.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { findTold } from '#support/find-told.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { quotingReplies, type QuotingSituation } from '#support/quoting-replies.ts';
import { confirmInbox, signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { sendMessage } from '#support/smtp-client.ts';
import { isNotice, startSmtpSink, type SinkMessage, type SmtpSink } from '#support/smtp-sink.ts';
import { openMailProgram } from '#support/submission.ts';

let sink: SmtpSink;
let service: RunningService;
let olive: Owner;
let alias: string;
let provider: OutsideSender;
let sender: OutsideSender;

const inbox = 'olive.owner@gmail.com';
const bob = 'bob@sender.example';
const host = 'olives-laptop.office.example';
const ip = '203.0.113.77';
const accepted = '250 2.0.0 Message accepted';

/** Whatever tells who Olive is, where she is, and what her provider and her program are called. */
const telling = [
  /olive\.?owner/,
  /owner/,
  /olive/,
  /gmail\.com|googlemail/,
  /office\.example/,
  /203\.0\.113/,
  /0f1e2d3c-aaaa/,
  /safelinks/,
  /gmt\+|\+0?1:?00\b/,
  /reply(?:=|\.[a-z2-7]{33})/,
  /x-mailer|user-agent|autocrypt|x-gm-|x-pm-|thread-index|msonormal|mso-[a-z]+:|imap:|file:/,
];

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({ SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`, OPERATOR_EMAIL: 'op@ops.example' });
  provider = createOutsideSender(service.dns, 'gmail.com');
  sender = createOutsideSender(service.dns, 'sender.example');
});

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

/** Limits are for an account: each part of these tests has its own. */
async function signUpOlive(name: string): Promise<void> {
  const before = sink.messages.length;
  olive = await signUpOwner(service, `${name}@home.example`);
  await olive.createAlias(name, [inbox]);
  alias = `${name}@kauke.test`;
  const mails = (await sink.waitForMessages(before + 2)).slice(before);
  for (const { raw } of mails) if (raw.includes(inbox)) await confirmInbox(olive, raw);
}

async function deliver(from: string, to: string, data: Buffer): Promise<string | null> {
  return (await sendMessage({ port: service.mxPort, from, to, data, timeoutMs: 60_000 })).data;
}

/** What came of one action at one address. */
async function arrivals(at: string, action: () => Promise<unknown>): Promise<SinkMessage[]> {
  const before = sink.messages.length;
  await action();
  return sink.messages.slice(before).filter(({ rcptTo }) => rcptTo.includes(at));
}

function valueOf(raw: Buffer, key: string): string {
  const field = parseMessage(raw).fields.find((candidate) => candidate.key === key);
  return field === undefined ? '' : fieldText(field);
}

let serial = 0;

/** What Olive's program knows when she answers a message of Bob's. */
async function situation(): Promise<QuotingSituation> {
  serial += 1;
  const written = [
    `From: Bob Builder <${bob}>`,
    `To: ${alias}`,
    'Subject: The plan',
    'Date: Sat, 21 Nov 2026 12:02:00 +0000',
    `Message-ID: <bob-${serial}@sender.example>`,
    '',
    'Sure?',
    '',
  ];
  const letter = await sender.sign(written.join('\r\n'));
  const arrived = await arrivals(inbox, () => deliver(bob, alias, letter));
  const forwarded = arrived.find((one) => !isNotice(one))?.raw;
  if (forwarded === undefined) throw new Error('nothing was forwarded');
  const [author] = parseMailboxes(valueOf(forwarded, 'from'));
  return {
    owner: inbox,
    spelled: 'oliveowner@googlemail.com',
    ownerName: 'Olive Owner',
    host,
    ip,
    shownAs: author?.name ?? '',
    reverse: author?.address ?? '',
    messageId: valueOf(forwarded, 'message-id'),
  };
}

async function reply(content: string, { reverse }: QuotingSituation): Promise<Buffer[]> {
  const signed = await provider.sign(content);
  const answers = await arrivals(bob, async () => expect(await deliver(inbox, reverse, signed)).toBe(accepted));
  return answers.map(({ raw }) => raw);
}

describe('an answer', () => {
  beforeAll(() => signUpOlive('quiet-fox'));

  it.each(Object.entries(quotingReplies))('%s tells nothing of its owner', async (_, write) => {
    const given = await situation();
    const content = write(given);
    expect(findTold(Buffer.from(content), telling).length).toBeGreaterThan(4);
    const [raw, ...others] = await reply(content, given);
    expect(others).toEqual([]);
    expect(findTold(raw ?? Buffer.alloc(0), telling)).toEqual([]);
    expect(raw?.toString()).toContain(alias);
  });
});

/** A message of Olive's with another one attached. */
function withAttached(given: QuotingSituation, attached: readonly string[], encoding = '7bit'): string {
  const inner = `${attached.join('\r\n')}\r\n`;
  return [
    `From: Olive Owner <${inbox}>`,
    `To: ${given.reverse}`,
    'Subject: Fwd: The plan',
    `Message-ID: <fwd-${(serial += 1)}@${host}>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=outer',
    '',
    '--outer',
    'Content-Type: text/plain',
    '',
    'See below.',
    '--outer',
    'Content-Type: message/rfc822',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    encoding === 'base64' ? Buffer.from(inner).toString('base64') : inner,
    '--outer--',
    '',
  ].join('\r\n');
}

const attachedHeader = [
  'From: bob@sender.example',
  'To: somebody@kauke.test',
  'Subject: The plan',
  'MIME-Version: 1.0',
];

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64');
}

describe('an attached message that names the owner', () => {
  beforeAll(() => signUpOlive('red-owl'));

  it.each<[string, readonly string[]]>([
    ['in Received', [`Received: from x by y for <${inbox}>; Sat, 21 Nov 2026 12:02:00 +0000`, ...attachedHeader]],
    ...['', '<', '<<'].map((before): [string, readonly string[]] => [
      `in base64 of DKIM2, after ${before.length} octets`,
      [
        `DKIM2-Signature: i=2; mf=${base64Of('b=x@kauke.test')}; rt=${base64Of(`${before}Olive.Owner@Gmail.com`).replaceAll(/.{9}/g, '$&\r\n ')}; s=x`,
        ...attachedHeader,
      ],
    ]),
    [
      'in base64 of a link',
      [
        ...attachedHeader,
        'Content-Type: text/html',
        '',
        `<a href="https://x.example/${base64Of(`{"to":"${inbox}"}`)}">x</a>`,
      ],
    ],
    ['by another spelling', [...attachedHeader, '', 'for o.live.owner+tag@googlemail.com']],
    [
      'in quoted-printable',
      [...attachedHeader, 'Content-Transfer-Encoding: quoted-printable', '', 'for olive.ow=', 'ner=40gma=', 'il.com'],
    ],
    ['within a bounce address', [...attachedHeader, '', 'bounce+1-olive.owner=gmail.com@list.example']],
  ])('%s is not sent, and the owner hears why', async (_, attached) => {
    const given = await situation();
    for (const encoding of ['7bit', 'base64']) {
      const content = withAttached(given, attached, encoding);
      const explained = await arrivals(inbox, async () => {
        const before = sink.messages.length;
        expect(await reply(content, given)).toEqual([]);
        await sink.waitForMessages(before + 1);
      });
      expect(explained.map(({ raw }) => findTold(raw, [/holds your own address/]).length > 0)).toEqual([true]);
    }
  });

  it('is sent when it names nobody', async () => {
    const given = await situation();
    const [raw] = await reply(withAttached(given, [...attachedHeader, '', 'Sure?']), given);
    expect(raw && findTold(raw, telling)).toEqual([]);
    expect(raw?.toString()).toContain('Sure?');
  });
});

it('a mail program that sends as the alias leaves the owner’s name and address out of what it quotes', async () => {
  const { aliases } = aliasesResponseSchema.parse((await olive.send('GET', `/api/aliases/${olive.id}`)).body);
  const made = await olive.send('POST', '/api/smtp-credentials', { aliasId: aliases[0]?.id });
  const { credential } = newCredentialResponseSchema.parse(made.body);
  const program = openMailProgram({ port: service.program.submissionPort ?? 0, ...credential });
  const quote = `On Sat, 21 Nov 2026 at 13:02:00 +0100, Olive Owner <oliveowner@gmail.com> wrote:`;
  const [sent] = await arrivals(bob, async () => {
    const before = sink.messages.length;
    await program.sendMail({
      from: `"Shoe Fan" <${alias}>`,
      to: `Bob <${bob}>`,
      subject: 'A shoe',
      text: `Hi\r\n\r\n${quote}\r\n> list-olive.owner=gmail.com@list.example\r\n`,
      html: `<p>Hi</p>${quote.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}<blockquote>x</blockquote>`,
    });
    await sink.waitForMessages(before + 1);
  });
  program.close();
  expect(sent && findTold(sent.raw, telling)).toEqual([]);
  expect(sent && valueOf(sent.raw, 'from')).toBe(`"Shoe Fan" <${alias}>`);
});

const long = 3_000_000;

/** Lines of at most 990 octets, of nothing but one word. */
function fill(unit: string): string {
  const line = `${unit.repeat(990 / Buffer.byteLength(unit))}\r\n`;
  return line.repeat(long / Buffer.byteLength(line));
}

/** As many text files as a message may have octets for. */
const files = ['--b', 'Content-Type: text/plain; name=a.txt', '', fill('o.').slice(0, 1_000_000)].join('\r\n');

describe('a long answer', () => {
  beforeAll(() => signUpOlive('old-bear'));

  it.each([
    ['words', 'plain', fill(`${inbox} `)],
    ['names', 'html', fill(`Olive Owner &lt;${inbox}&gt;, `)],
    ['quotes', 'plain', 'On 13:02 CET, Olive Owner wrote:\r\n> '.repeat(long / 38)],
    ['percent signs', 'html', fill('%6F')],
    ['references', 'html', fill('&#111;')],
    ['letters nobody sees', 'plain', fill('\u200bo')],
    ['blocks', 'html', fill('<blockquote>')],
    ['dots', 'plain', fill('o.')],
    ['octets in base64', 'plain', fill(base64Of('olive.owne'))],
    ['letters of text files', 'files', `${`${files}\r\n`.repeat(15)}--b--\r\n`],
    ['octets of a file', 'octet-stream', base64Of('x'.repeat(5 * long)).replaceAll(/.{76}/g, '$&\r\n')],
  ])('millions of %s arrive', async (_, type, content) => {
    const given = await situation();
    const types: Readonly<Record<string, string>> = {
      files: 'multipart/mixed; boundary=b',
      'octet-stream': 'application/octet-stream',
    };
    const fields = [
      `From: Olive Owner <${inbox}>`,
      `To: ${given.reverse}`,
      `Message-ID: <long-${(serial += 1)}@${host}>`,
      'MIME-Version: 1.0',
      `Content-Type: ${types[type] ?? `text/${type}; charset=utf-8`}`,
      `Content-Transfer-Encoding: ${type === 'octet-stream' ? 'base64' : '8bit'}`,
    ];
    const signed = await provider.sign([...fields, '', content].join('\r\n'));
    const before = sink.messages.length;
    expect(await deliver(inbox, given.reverse, signed)).toBe(accepted);
    await sink.waitForMessages(before + 1);
    expect(sink.messages.at(-1)?.rcptTo).toEqual([bob]);
  });
});
