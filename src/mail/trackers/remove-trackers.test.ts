import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTrackerRemover, removeTrackers } from '#mail/trackers/remove-trackers.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { parseParts, walkParts } from '#protocol/message/parse-parts.ts';
import { decodeTransfer } from '#protocol/message/transfer-encoding.ts';

const pixel = '<img src="https://t.example/o" width="1" height="1">';

function message(...lines: string[]) {
  return parseMessage(Buffer.from(lines.join('\r\n'), 'latin1'));
}

function part(encoding: string, content: string, type = 'text/html; charset=utf-8'): string[] {
  return [`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', content];
}

function cleaned(...lines: string[]): string {
  return removeTrackers(message(...lines)).toString('latin1');
}

describe('trackers in a part', () => {
  it('without an encoding are cut out, and every other octet stays', () => {
    const mixed = (html: string): string[] => [
      'Content-Type: multipart/alternative; boundary=b',
      '',
      'before \xff',
      '--b',
      ...part('8bit', `plain ${pixel} \xe9`, 'text/plain'),
      '--b',
      ...part('8bit', html),
      '--b--',
      'after',
    ];
    const html = (cut: string): string => `<p>\xc3\xa9${cut}</p>\t \r\n<A HREF='x'>`;
    expect(cleaned(...mixed(html(pixel)))).toBe(message(...mixed(html(''))).body.toString('latin1'));
  });

  it('in quoted-printable are cut out across soft line ends, and what is left is as long as it may be', () => {
    const encoded = [
      '<p>caf=C3=A9 and a long line that goes up to the very end of what a line ma=',
      'y have <a href=3D"https://a.example/?utm_source=3Dnews&amp;id=3D7&amp;utm_c=',
      'ampaign=3Dspring">here</a> <img src=3D"https://t.example/o" width=3D"1" hei=',
      'ght=3D"1"></p>=20',
    ].join('\r\n');
    const text = cleaned(...part('quoted-printable', encoded));
    expect(decodeTransfer(Buffer.from(text), 'quoted-printable').toString()).toBe(
      '<p>café and a long line that goes up to the very end of what a line may have ' +
        '<a href="https://a.example/?id=7">here</a> </p> ',
    );
    expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(text.startsWith(encoded.slice(0, 80))).toBe(true);
  });

  it('in base64 are cut out', () => {
    const content = Buffer.from(`<p>hi</p>${pixel}`.repeat(40)).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    const text = cleaned(...part('base64', content));
    expect(Buffer.from(text, 'base64').toString()).toBe('<p>hi</p>'.repeat(40));
  });
});

describe('nothing is cut', () => {
  it.each([
    ['where it is signed', 'Content-Type: multipart/signed; boundary=b'],
    ['where it is encrypted', 'Content-Type: multipart/encrypted; boundary=b'],
  ])('%s', (_where, type) => {
    const received = message(type, '', '--b', ...part('7bit', pixel), '--b', ...part('7bit', 'x', 'a/b'), '--b--');
    expect(removeTrackers(received)).toBe(received.body);
  });

  it.each([
    ['of what is attached', ['Content-Disposition: attachment', ...part('7bit', pixel)]],
    ['of plain text', part('7bit', pixel, 'text/plain')],
    ['in an encoding that nobody knows', part('uuencode', pixel)],
    ['in UTF-7', part('7bit', pixel, 'text/html; charset=utf-7')],
    ['of octets with zeros', part('8bit', `${pixel}\0`)],
    ['of an attached message', ['Content-Type: message/rfc822', '', ...part('7bit', pixel)]],
    ['where there is nothing', part('7bit', '<p>hi</p>')],
    ['beyond a mebibyte', part('7bit', pixel + ' '.repeat(1024 * 1024))],
    ['where what is left would end the part', part('7bit', `-${pixel}-b`)],
    ['where what is left would end the part, at its end', part('7bit', `--b${pixel}`)],
    [
      'where no blank line ends the header of its part',
      ['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/html', `${pixel} x`, '--b--'],
    ],
    ['where what is left would end the part, quoted', part('quoted-printable', `${pixel.replaceAll('=', '=3D')}--b`)],
  ])('%s', (_where, lines) => {
    const received = message(...lines);
    expect(removeTrackers(received).equals(received.body)).toBe(true);
  });
});

it('a message for many aliases is read once', () => {
  const remove = createTrackerRemover();
  const received = message(...part('7bit', `a${pixel}`));
  expect(remove(received)).toBe(remove(received));
});

const pieces = [
  '<img src=3D"//t.example/o"=\r\n width=3D0>',
  pixel,
  '=\r\n',
  '\r\n',
  '--b',
  '--b--',
  '-',
  ' ',
  'é',
  '=',
  'a',
];
const words = [
  ...pieces,
  '<a href="https://a.example/?utm_a=1&b=2">',
  '\r\nContent-Type: text/html\r\n',
  '\r\n\r\n',
  '<',
  '"',
];

it('of any message never throws, leaves its parts and takes octets alone', () => {
  const anyBody = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => parts.join(''));
  const encodings = fc.constantFrom('7bit', 'quoted-printable', 'base64');
  const types = fc.constantFrom('text/html', 'multipart/mixed; boundary=b');
  fc.assert(
    fc.property(anyBody, encodings, types, (body, encoding, type) => {
      const received = message(`Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', body);
      const left = { fields: received.fields, body: removeTrackers(received) };
      const typesOf = (of: typeof left): string[] => Array.from(walkParts(parseParts(of).root), (one) => one.type);
      expect(typesOf(left)).toEqual(typesOf(received));
      const again = removeTrackers(left);
      expect(again.length).toBeLessThanOrEqual(left.body.length + 4);
    }),
    { numRuns: 3000 },
  );
});
