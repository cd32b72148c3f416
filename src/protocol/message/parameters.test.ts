import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatParameters, parseParameters } from '#protocol/message/parameters.ts';

function read(text: string): [string, Record<string, string>] {
  const { value, parameters } = parseParameters(text);
  return [value, Object.fromEntries(parameters)];
}

describe('parameters of a structured field', () => {
  it.each([
    ['Text/PLAIN; Charset="utf-8"', 'text/plain', { charset: 'utf-8' }],
    ['text/plain ; format=flowed;delsp=yes', 'text/plain', { format: 'flowed', delsp: 'yes' }],
    ['text/plain (a comment); charset=us-ascii (Plain text)', 'text/plain', { charset: 'us-ascii' }],
    ['multipart/mixed; boundary="a;b=\\"c\\""', 'multipart/mixed', { boundary: 'a;b="c"' }],
    ['a/b; name="never closed', 'a/b', { name: 'never closed' }],
    ['a/b; name=two words.txt; x=1', 'a/b', { name: 'two words.txt', x: '1' }],
    ['a/b;; ;name=x', 'a/b', { name: 'x' }],
    ['a/b; name=first; name=second', 'a/b', { name: 'first' }],
    ['"Text/Calendar"; method=REQUEST', 'text/calendar', { method: 'REQUEST' }],
    ['text / calendar', 'text/calendar', {}],
    ['multipart/mixed; boundary="a b "', 'multipart/mixed', { boundary: 'a b' }],
    ['multipart/mixed; boundary="=?utf-8?Q?x?="', 'multipart/mixed', { boundary: '=?utf-8?Q?x?=' }],
    ['', '', {}],
    ['; charset=utf-8', '', { charset: 'utf-8' }],
    [
      "attachment; filename*=UTF-8''%e2%82%ac%20rates.txt; filename=plain.txt",
      'attachment',
      { filename: '€ rates.txt' },
    ],
    ['attachment; filename*1="b.txt"; filename*0*=iso-8859-1\'en\'%E9-', 'attachment', { filename: 'é-b.txt' }],
    ['attachment; filename="=?utf-8?Q?gr=C3=BC=C3=9Fe.txt?="', 'attachment', { filename: 'grüße.txt' }],
  ])('of %s are read', (text, value, parameters) => {
    expect(read(text)).toEqual([value, parameters]);
  });

  it('survive writing and reading, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const value = text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '');
        expect(read(formatParameters('attachment', [['filename', value]]))).toEqual([
          'attachment',
          { filename: value },
        ]);
      }),
    );
  });

  it('are read from a megabyte of anything', () => {
    for (const unit of [';', '; ', '"', ';a', '\\', '(', '; a*0*="', ';a=\\"', '(\\"']) {
      expect(() => parseParameters(`a/b${unit.repeat(1_000_000 / unit.length)}`)).not.toThrow();
    }
  });
});
