import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { reverseAddress, reverseToken } from '#mail/recipient/address-forms.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { decodeText } from '#protocol/message/transfer-encoding.ts';
import { createTestMail, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let mail: TestMail;
let inbox: OutsideSender;
let alias: TestAlias;
let reverse: string;

const own = 'owner@inbox.test';
const bob = 'bob@sender.test';

beforeAll(async () => {
  sink = await startSmtpSink();
  mail = await createTestMail({
    transport: createSinkTransport({ 'inbox.test': sink.port, 'sender.test': sink.port }),
  });
  inbox = createOutsideSender(mail.dns, 'inbox.test', { addresses: ['192.0.2.7'] });
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

let round = 0;
beforeEach(async () => {
  round += 1;
  alias = await mail.addAlias({ local: `quiet-fox-${round}`, targets: [own] });
  const token = reverseToken(mail.context.keys, {
    userId: alias.userId,
    aliasAddress: alias.address,
    correspondent: bob,
  });
  await mail.context.contacts.store(alias.aliasId, [{ token, correspondent: bob }]);
  reverse = reverseAddress(token, 'kauke.test');
});

interface Reply {
  readonly name?: string;
  readonly to?: string;
  readonly type?: string;
  readonly body: string;
}

/** What the correspondent gets of a reply. */
async function deliver({ name = 'Olive Owner', to = reverse, type = 'text/plain', body }: Reply): Promise<Buffer[]> {
  const before = sink.messages.length;
  const fields = [`From: ${name} <${own}>`, `To: ${to}`, `Message-ID: <${round}@inbox.test>`, `Content-Type: ${type}`];
  await mail.send(reverse, { from: own, content: await inbox.sign([...fields, '', body, ''].join('\r\n')) });
  await mail.drained();
  const sent = sink.messages.slice(before);
  expect(sent.map(({ rcptTo, raw }) => (rcptTo[0] === bob ? bob : raw.toString()))).toEqual([bob]);
  return sent.map(({ raw }) => raw);
}

/** The texts of it. */
async function receive(reply: Reply): Promise<string[]> {
  return (await deliver(reply)).flatMap((raw) =>
    [...walkParts(parseParts(parseMessage(raw)).root)].filter(({ children }) => children.length === 0).map(decodeText),
  );
}

it.each(['anna.owner@inbox.test', 'team-owner@inbox.test', 'my_owner@inbox.test', 'owner@inbox.test.org'])(
  'the address %s stays in a reply with text, HTML and files',
  async (other) => {
    const texts: [string, string][] = [
      ['text/plain', `Not ${own}: please ask ${other}.`],
      ['text/html', `<p>Not ${own}: please ask <a href="mailto:${other}">${other}</a></p>`],
      ['text/csv; name=a.csv', `Anna;${other}`],
      ['application/octet-stream; name=b.bin', `\u0001${other}\u0002`],
    ];
    const parts = texts.map(([type, text]) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}`);
    const body = `${parts.join('\r\n')}\r\n--b--`;
    const received = await receive({ type: 'multipart/mixed; boundary=b', body });
    expect(received.map((text) => text.trim())).toEqual(
      texts.map(([, text]) => text.replace(`Not ${own}`, `Not ${alias.address}`)),
    );
  },
);

it('the address of another stays where our own encoder breaks its lines', async () => {
  const lines = Array.from(
    { length: 40 },
    (_, more) => `ü${'x'.repeat(40 + more)} anna.owner@inbox.test, owner@inbox.test.org`,
  );
  const [text] = await receive({ type: 'text/plain; charset=utf-8', body: [...lines, own].join('\r\n') });
  expect(text?.trim()).toBe([...lines, alias.address].join('\r\n'));
});

const at = 'On Fri, 20 Nov 2026 at 10:00';

it.each([
  ['Bob', `${at}, Bob Example (bob at sender.test) <REVERSE> wrote:`],
  ['Bob', `${at}, Bob (bob at sender.test) <REVERSE> wrote:`],
  ['Bob', `${at}, Bob Example - bob(a)sender.test <REVERSE> wrote:`],
  ['Bob', `${at}, Bob - bob(a)sender.test <REVERSE> wrote:`],
  ['Bob', `${at}, Bob <REVERSE> wrote:`],
  ['Bob', `${at}, bob@sender.test wrote:`],
  ['Bob', `${at}, Bob Example wrote:`],
  ['Example', `${at}, Bob Example wrote:`],
  ['Support', `${at} Acme Support wrote:`],
  ['Support', `Am 20.11.26 um 10:00 schrieb Acme Support:`],
  ['Support', `${at}, "Acme Support" <REVERSE> wrote:`],
  ['Li', `${at}, Li Wei <REVERSE> wrote:`],
  ['Luc', `${at}, Jean-Luc <REVERSE> wrote:`],
])('%s as the name of the owner leaves %s as it is', async (name, line) => {
  const [text] = await receive({ name, body: `${line.replace('REVERSE', reverse)}\r\n> hello` });
  expect(text?.trim()).toBe(`${line.replace('REVERSE', bob)}\r\n> hello`);
});

it('a name in the field To tells whose it is', async () => {
  for (const line of ['Example, Bob wrote:', 'acme bob wrote:']) {
    const to = `"[unverified] ${line.slice(0, -7)} (bob at sender.test)" <${reverse}>`;
    const [text] = await receive({ name: 'Bob', to, body: `${line}\r\n> hello` });
    expect(text?.trim()).toBe(`${line}\r\n> hello`);
  }
});

it('HTML, too, keeps the name of the correspondent', async () => {
  const link = (address: string): string => `<a href="mailto:${address}">${address}</a>`;
  const html = (address: string): string =>
    `<div>${at} <b>Bob</b> Example &lt;${link(address)}&gt; wrote:<br></div><blockquote>hello</blockquote>`;
  const [text] = await receive({ name: 'Bob', type: 'text/html', body: html(reverse) });
  expect(text?.trim()).toBe(html(bob));
});

it.each([
  `${at}, Bob wrote:`,
  `${at} Bob wrote:`,
  `${at} CET Bob wrote:`,
  'On Nov 20, 2026, at 10:00 AM, Bob wrote:',
  'On Nov 20, 2026 10:00 PM Bob wrote:',
  'Am 20.11.26 um 10:00 Uhr schrieb Bob:',
  'On Saturday Bob wrote:',
  'Quoting Bob:',
  'Bob schrieb am 20.11.26:',
  'Bob 写道：'.replace('：', ':'),
  `${at}, Bob <${own}> wrote:`,
  `${at}, "Bob" (${own}) wrote to Carol <carol@friends.example>:`,
  `${at}, Bob wrote to Carol <carol@friends.example>:`,
])('%s still hides the owner, who is called so', async (line) => {
  const [text] = await receive({ name: 'Bob', type: 'text/plain; charset=utf-8', body: `${line}\r\n> hello` });
  expect(text).not.toMatch(/bob|owner@/i);
  expect(text).toContain(alias.address);
});

const marks = [
  "'X'",
  '*X*',
  '_X_',
  '/X/',
  '=X',
  '%3CX%3E',
  '`X`',
  'X.Call me',
  'X.It works',
  'X.it works',
  '1.X',
  '?q=hello+X',
];
const carriers = [
  'list-owner=inbox.test@list.example',
  'SRS0=x=tt=inbox.test=owner@fwd.example',
  'owner+tag@inbox.test',
  'owner [at] inbox [dot] test',
];
const escapes = [
  String.raw`"\u003cX\u003e"`,
  '&ltX&gt',
  'a\rX',
  '"X.ical.zip"',
  'owner\\u0040inbox.test',
  'anna.\u200bX',
];

it.each(['text/plain', 'text/html'])(
  'what is the owner’s, or reads both ways, goes from a reply in %s',
  async (type) => {
    const lines = [...marks, ...carriers, ...escapes].map((text) => text.replace('X', own));
    const [text = ''] = await receive({ type: `${type}; charset=utf-8`, body: lines.join('\r\n') });
    expect(text).not.toMatch(/owner|inbox/);
    expect(text.match(/quiet-fox/g)).toHaveLength(lines.length);
  },
);

it.each(['scan_X.pdf', 'notes-X.md', 'a.X', 'X.co', 'X.org'])(
  'in the name of a file, whose words stand joined, %s is the owner’s',
  async (given) => {
    const name = given.replace('X', own);
    const fields = [
      `Content-Type: application/octet-stream; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      `Content-Description: ${name}`,
    ];
    const body = ['--b', 'Content-Type: text/plain', '', 'hello', '--b', ...fields, '', 'x', '--b--'].join('\r\n');
    const [raw = Buffer.alloc(0)] = await deliver({ type: 'multipart/mixed; boundary=b', body });
    expect(raw.toString()).not.toContain('inbox.test');
    expect(raw.toString().split(given.replace('X', alias.address))).toHaveLength(4);
  },
);
