import { isAscii } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeTransfer, encodeTransfer } from '#protocol/message/transfer-encoding.ts';

function decode(text: string, encoding: string): string {
  return decodeTransfer(Buffer.from(text), encoding).toString();
}

describe('a transfer encoding', () => {
  it.each([
    ['a soft break', 'ab=\r\ncd', 'abcd'],
    ['blanks after a soft break', 'ab= \t\r\ncd', 'abcd'],
    ['a soft break at the very end', 'ab=', 'ab'],
    ['small letters', '=c3=bc', 'ü'],
    ['what is no pair', '=4 =ZZ =', '=4 =ZZ '],
  ])('of quoted-printable is undone with %s', (_, text, expected) => {
    expect(decode(text, 'quoted-printable')).toBe(expected);
  });

  it.each([
    ['line breaks', 'YWJj\r\nZGVm\r\n', 'abcdef'],
    ['foreign characters', 'YW*Jj!', 'abc'],
    ['padding in the middle', 'YQ==\r\nYmM=ZGVm', 'abcdef'],
    ['nothing', '====', ''],
  ])('of base64 is undone with %s', (_, text, expected) => {
    expect(decode(text, 'base64')).toBe(expected);
  });

  it('of base64 is undone piece by piece, however many there are', () => {
    const octet = fc.oneof(fc.constantFrom(...Buffer.from('==AZaz09+/-_\r\n \0')), fc.nat(255));
    fc.assert(
      fc.property(fc.array(octet, { size: 'medium' }), (octets) => {
        const content = Buffer.from(octets);
        const pieces = content.toString('latin1').split('=');
        const expected = Buffer.concat(pieces.map((piece) => Buffer.from(piece, 'base64')));
        expect(decodeTransfer(content, 'base64')).toEqual(expected);
      }),
    );
    expect(decode('YQ==\r\n'.repeat(5_000), 'base64')).toBe('a'.repeat(5_000));
  });

  it.each(['=', '= ', '=\r\n', '=-', '*', 'YQ==', 'YWJj\r\n'])('of 25 MiB of %j is undone', (unit) => {
    const content = Buffer.alloc(25 * 1024 * 1024, unit);
    for (const encoding of ['base64', 'quoted-printable']) {
      expect(decodeTransfer(content, encoding).length).toBeLessThanOrEqual(content.length);
    }
  });

  it('that is none or unknown leaves the octets alone', () => {
    expect(decode('=41 YQ==', '8bit')).toBe('=41 YQ==');
    expect(decode('=41 YQ==', 'x-uuencode')).toBe('=41 YQ==');
  });
});

describe('encodeTransfer', () => {
  it('keeps all octets in lines that every server takes', () => {
    const piece = fc.oneof(fc.constantFrom('\r\n', '\r', '\n', ' ', '=', '--', '.', '\0', '\u00e9'), fc.string());
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom(78, 998), (pieces, maxLineLength) => {
        const octets = Buffer.from(pieces.join(''));
        const { encoding, content } = encodeTransfer(octets, maxLineLength);
        expect(decodeTransfer(content, encoding)).toEqual(octets);
        expect(isAscii(content)).toBe(true);
        for (const line of content.toString('latin1').split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(encoding === '7bit' ? maxLineLength : 76);
        }
      }),
    );
  });

  it.each(['\u00e9 ', '\0\u00ff', 'a\r\n'])('is done with 25 MiB of %j', (unit) => {
    const octets = Buffer.alloc(25 * 1024 * 1024, unit);
    const { encoding, content } = encodeTransfer(octets);
    expect(decodeTransfer(content, encoding).equals(octets)).toBe(true);
  });
});
