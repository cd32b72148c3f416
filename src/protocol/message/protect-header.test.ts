import { expect, it } from 'vitest';
import { isEncrypted } from '#protocol/message/sealed-parts.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { protectHeader } from '#protocol/message/protect-header.ts';

const outerKeys = new Set(['from', 'subject', 'date']);
const content = [
  'Received: from a by b; Sat, 21 Nov 2026 10:00:00 +0000',
  'From: Bob <bob@sender.example>',
  'Subject: A secret',
  '\tin two lines',
  'Date: Sat, 21 Nov 2026 10:00:00 +0000',
  'Keywords: gold',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8;',
  ' boundary="two  blanks"; hp="clear"',
  'Content-Transfer-Encoding: 8bit',
  'HP-Outer: From: forged',
  '',
  'Gr\u00fc\u00dfe',
  '',
].join('\r\n');

function protect(hideSubject: boolean) {
  const { fields, body } = parseMessage(Buffer.from(content));
  const { outer, payload } = protectHeader({ fields, body, outerKeys, hideSubject });
  return { outer: joinHeader(outer).toString(), inner: parseMessage(payload) };
}

it('puts the header inside and says what stands outside, with the body octet by octet', () => {
  const { outer, inner } = protect(true);
  expect(outer).toBe('From: Bob <bob@sender.example>\r\nSubject: [...]\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\n');
  expect(joinHeader(inner.fields).toString().split('\r\n')).toEqual([
    'Received: from a by b; Sat, 21 Nov 2026 10:00:00 +0000',
    'From: Bob <bob@sender.example>',
    'Subject: A secret',
    '\tin two lines',
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'Keywords: gold',
    'HP-Outer: From: Bob <bob@sender.example>',
    'HP-Outer: Subject: [...]',
    'HP-Outer: Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8;',
    ' boundary="two  blanks";',
    ' hp="cipher"',
    'Content-Transfer-Encoding: 8bit',
    '',
  ]);
  expect(inner.body.toString()).toBe('Gr\u00fc\u00dfe\r\n');
});

it('leaves the subject outside where its owner did not hide it', () => {
  const { outer, inner } = protect(false);
  expect(outer).toContain('Subject: A secret\r\n\tin two lines\r\n');
  expect(joinHeader(inner.fields).toString()).toContain('HP-Outer: Subject: A secret\r\n\tin two lines\r\n');
});

it.each([
  ['us-ascii', Buffer.from('hi')],
  ['utf-8', Buffer.from('Gr\u00fc\u00dfe')],
  ['unknown-8bit', Buffer.from('Gr\u00fc\u00dfe', 'latin1')],
])('a message without a type is plain text, in %s where its octets say so', (charset, text) => {
  const { fields, body } = parseMessage(Buffer.concat([Buffer.from('From: a@b.example\r\n\r\n'), text]));
  const { payload } = protectHeader({ fields, body, outerKeys, hideSubject: true });
  const end = Buffer.concat([
    Buffer.from(`Content-Type: text/plain; charset=${charset};\r\n hp="cipher"\r\n\r\n`),
    text,
  ]);
  expect(payload.subarray(-end.length)).toEqual(end);
});

it('knows what came encrypted from what only says so', () => {
  const pgp = (second: string) =>
    [
      'Content-Type: multipart/encrypted; boundary=b',
      '',
      '--b',
      'Content-Type: application/pgp-encrypted',
      '',
      'Version: 1',
      '--b',
      'Content-Type: application/octet-stream',
      '',
      second,
      '--b--',
      '',
    ].join('\r\n');
  const smime = (type: string, octets = 'MIIBAAYJKoZIhvcNAQcDoIIBAA==') =>
    `Content-Type: application/pkcs7-mime; smime-type=${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${octets}`;
  const sealed = smime('authEnveloped-data', 'MIIBAAYLKoZIhvcNAQkQARegggEA');
  const asked = [pgp('-----BEGIN PGP MESSAGE-----\r\n'), smime('enveloped-data'), sealed];
  expect(asked.map((text) => isEncrypted(parseMessage(Buffer.from(text))))).toEqual([true, true, true]);
  const said = smime('enveloped-data', 'plain words');
  const plain = [pgp('plain words'), smime('signed-data'), said, 'Content-Type: text/plain\r\n\r\nhi', content];
  expect(plain.some((text) => isEncrypted(parseMessage(Buffer.from(text))))).toBe(false);
});
