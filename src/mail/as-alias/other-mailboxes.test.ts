import { expect, it } from 'vitest';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { createAddressReplacer } from '#mail/as-alias/address-replacer.ts';

const alias = 'quiet-fox@kauke.test';
const own = 'owner@inbox.test';
const replacer = createAddressReplacer({
  keepsOthers: true,
  isPublicHost: await loadPublicHostCheck(),
  otherNames: [],
  names: [],
  hidden: [own, 'olive.owner@gmail.com'],
  alias,
  correspondents: new Map(),
});

it.each([
  'anna.owner@inbox.test',
  'team-owner@inbox.test',
  'my_owner@inbox.test',
  'team+owner@inbox.test',
  'a1.owner@inbox.test',
  '7.a1.owner@inbox.test',
  'José.Owner@Inbox.test',
  'owner@inbox.test.org',
  'owner@inbox.test.co.uk',
  'OWNER@INBOX.TEST.ORG',
  'owner@inbox.test-firm.com',
  'owner+tag@inbox.test.org',
  'owner@inbox.test.рф',
  'a.oliveowner@gmail.com',
  'olive.owner@gmail.com.br',
])('%s is another mailbox in text, HTML, links and files', (other) => {
  const texts = [
    `Ask ${other}.`,
    `Ask <${other}>, or ${other}: both`,
    `<a href="mailto:${other}">${other}</a>`,
    `<a href="https://x.example/to/${other.replace('@', '%40')}">`,
    `<b>${other}</b>`,
    `name;${other}\r\n`,
    other.replaceAll('.', '&#46;'),
    other.replaceAll('.', '%2E'),
  ];
  for (const text of texts) {
    expect(replacer.replace(text, 'html')).toBe(text);
    expect(replacer.reveals(text)).toBe(false);
    expect(replacer.isIn(Buffer.from(text))).toBe(false);
    if (/^[ -~]*$/.test(text)) expect(replacer.isIn(Buffer.from(text, 'utf16le'))).toBe(false);
  }
});

it('in words, too, and in quoted-printable whose lines end anywhere', () => {
  const words =
    'owner [at] inbox [dot] test [dot] org, anna.owner at inbox dot test, anna [dot] owner [at] inbox [dot] test';
  expect(replacer.replace(words, 'plain')).toBe(words);
  for (const other of ['anna.owner@inbox.test', 'owner@inbox.test.org']) {
    for (let at = 1; at < other.length; at += 1) {
      const octets = Buffer.from(`Ask ${other.slice(0, at)}=\r\n${other.slice(at)}=0D=0A`);
      expect([other.slice(0, at), replacer.isIn(octets)]).toEqual([other.slice(0, at), false]);
    }
  }
});

it.each([
  "'X'",
  '*X*',
  '_X_',
  '/X/',
  '=X',
  '%3CX%3E',
  '&ltX&gt;',
  '=3CX=3E',
  String.raw`{"a":"\u003cX\u003e"}`,
  String.raw`{"a":"Ask\nX"}`,
  '`X`',
  '..X',
  'a..X',
  'a--X',
  '-X',
  '1.X',
  'x\n2.X',
  '<li>1.X',
  'https://news.example/off/8831-X',
  'https://news.example/?u=77_X',
  '?q=hello+X',
  'Write:X',
  'a.\nX',
  'メール.X',
  'anna.\u200bX',
  'anna.<b>X</b>',
  'X.Thanks',
  'X.Call me',
  'X.It works',
  'X.it works',
  'X.so long',
  'X.you can reach me there',
  'X.ist das richtig?',
  'X.ir parašykite',
  'X.please',
  'X.\r\norg',
  'X. org',
  'X.zip',
  'X.ical.zip',
  'X.',
  'X-',
  'X.2',
  'X..org',
  'X_org',
  'X/.org',
  'X-please',
])('in %j it is the owner’s', (text) => {
  const written = text.replace('X', own);
  expect(replacer.reveals(written)).toBe(true);
  expect(replacer.replace(written, 'plain')).toBe(text.replace('X', alias));
  expect(replacer.isIn(Buffer.from(written))).toBe(true);
});

it.each([
  ['list-owner=inbox.test@list.example', 'list-quiet-fox=kauke.test@list.example'],
  ['bounce.owner%inbox.test@relay.example', 'bounce.quiet-fox%kauke.test@relay.example'],
  ['SRS0=x=tt=inbox.test=owner@fwd.example', 'SRS0=x=tt=kauke.test=quiet-fox@fwd.example'],
  ['prvs=1234=owner@inbox.test', `prvs=1234=${alias}`],
  ['xowner+a=owner@inbox.test', `xowner+a=${alias}`],
  ['OWNER@INBOX.TEST.Org', `${alias}.Org`],
])('%s is the owner’s, whoever carries it', (written, expected) => {
  expect(replacer.replace(written, 'plain')).toBe(expected);
});

it('says so of millions of others’ without end', () => {
  for (const other of ['anna.owner@inbox.test.org ', 'owner@inbox.test.org.org.org', '?=+owner@inbox.test.zip']) {
    const text = other.repeat(2_000_000 / other.length);
    expect(replacer.isIn(Buffer.from(text))).toBe(other.includes('zip'));
    expect(replacer.replace(text, 'plain') === text).toBe(!other.includes('zip'));
  }
});

it('gives way to others while a file of any size is looked at', () => {
  const others = 'anna.owner@inbox.test '.repeat(20_000);
  expect([...replacer.isInLong(Buffer.from(others))].length).toBeGreaterThan(30);
});
