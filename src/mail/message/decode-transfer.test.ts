import { describe, expect, it } from 'vitest';
import { decodeTransfer } from '#mail/message/decode-transfer.ts';

const decode = (text: string, encoding: string): string => decodeTransfer(Buffer.from(text), encoding).toString();

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

  it('that is none or unknown leaves the octets alone', () => {
    expect(decode('=41 YQ==', '8bit')).toBe('=41 YQ==');
    expect(decode('=41 YQ==', 'x-uuencode')).toBe('=41 YQ==');
  });
});
