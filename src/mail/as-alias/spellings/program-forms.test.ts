import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSeeker } from '#support/address-seeker.ts';

const own = 'ann.private@home.example';
const replacer = createSeeker('ann@office.test', own, 'olive.owner@gmail.com');

function inBase64(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function digest(algorithm: string, address: string): string {
  return createHash(algorithm).update(address).digest('hex');
}

it.each([
  ['a link to a shared file', 'https://firm-my.sharepoint.com/personal/ann_private_home_example/Documents/x.docx'],
  [
    'a link that a scanner guards',
    'https://urldefense.proofpoint.com/v2/url?u=https-3A__x.example_-3Fto-3Dann.private-40home.example&d',
  ],
  ['a newer one of these', 'https://urldefense.com/v3/__https://x.example/?to=ann.private*40home.example__;JQ!!abc$'],
  ['the name of an anchor', 'https://wiki.example/Talk#ann.private.40home.example'],
  ['the name of a page', 'https://wiki.example/mail_3aann_2eprivate_40home_2eexample'],
  ['an archive of lists', 'From: Ann <ann.private () home ! example>'],
  ['an event of Google', `https://calendar.google.com/calendar/event?eid=${inBase64('4q3k1b2c olive.owner@m')}`],
  ['a picture by MD5', `https://www.gravatar.com/avatar/${digest('md5', own)}?s=80`],
  ['a picture by SHA-256', `https://gravatar.com/avatar/${digest('sha256', 'ann@office.test').toUpperCase()}`],
  ['a picture by SHA-1', digest('sha1', 'olive.owner@gmail.com')],
  ['a sign twice', 'ann.private@@home.example'],
  ['a string within a string', String.raw`{"a":"{\"b\":\"ann.private\\u0040home.example\"}"}`],
  ['a calendar whose text breaks it', String.raw`DESCRIPTION:Write to\nann.private@\nhome.example\nsoon`],
  ['a string whose text breaks it', String.raw`{"a":"ann.private@home.\r\nexample"}`],
  ['thin blanks', 'ann.private&thinsp;&commat;&hairsp;home.example'],
])('a reader finds an address in %s', (_, text) => {
  expect(replacer.reveals(`Write to ${text}, please`)).toBe(true);
  expect(replacer.reveals(`${'some words\r\n'.repeat(12_000)}${text}`)).toBe(true);
});

it.each([
  ['links to files of others', '/personal/anna_ann_private_home_example/x /personal/ann_private_home_example_org/x'],
  [
    'guarded links of others',
    'https-3A__x.example_-3Fto-3Deve.ann-40office.test eve-ann-40office.test ann-40office.testing',
  ],
  ['guarded links of others with signs', 'to_3aeve_2eann_40office_2etest eve.ann*40office.test ann-4home.example'],
  ['archives of others', 'eve.ann () office ! test, ann () home ! test, f() office!test'],
  ['events of others', `?eid=${inBase64('4q3k1b2c eve.owner@m')} &eid=${inBase64('olive.owner@mail')}`],
  ['pictures of others', `/avatar/${digest('md5', 'eve.ann@office.test')} ${digest('sha256', 'ann@office.example')}`],
  ['signs of others', String.raw`eve.ann@@office.test C:\\ann\\u00 office.test eve.ann@\noffice.test`],
  ['paths', String.raw`C:\new\ann\office.test\n ann\noffice`],
])('%s are left as they are', (_, text) => {
  expect(replacer.replace(text, 'plain')).toBe(text);
  expect(replacer.reveals(text)).toBe(false);
});

it('looks at two megabytes of what such forms begin with', () => {
  for (const unit of [
    'ann_private_',
    'ann.private-40',
    '-40',
    'ann () ',
    'eid=abcdefghijklmnopqrst&',
    String.raw`\\u00`,
  ]) {
    expect(replacer.reveals(`home example ${unit.repeat(2_000_000 / unit.length)}`)).toBe(false);
  }
});
