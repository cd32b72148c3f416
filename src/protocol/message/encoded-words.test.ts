import fc from 'fast-check';
import { decodeWords as oracle } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { decodeWords, encodeWords } from '#protocol/message/encoded-words.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 120 }),
);

describe('encodeWords', () => {
  it('gives words that decode back, here and in another library', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(decodeWords(encodeWords(value))).toBe(value);
        expect(oracle(encodeWords(value))).toBe(value);
      }),
    );
  });

  it('keeps every word within 75 characters and whole by itself', () => {
    fc.assert(
      fc.property(text, (value) => {
        const words = encodeWords(value).split(' ');
        for (const word of words) {
          expect(word.length).toBeLessThanOrEqual(75);
          expect(word).toMatch(/^=\?utf-8\?(?:Q\?[\w!*+/=-]*|B\?[A-Za-z0-9+/]+=*)\?=$/);
        }
        expect(words.map((word) => decodeWords(word)).join('')).toBe(value);
      }),
    );
  });

  it('takes the shorter of Q and B', () => {
    expect(encodeWords('Jürgen Mueller')).toBe('=?utf-8?Q?J=C3=BCrgen_Mueller?=');
    expect(encodeWords('Žydrūnas')).toBe('=?utf-8?B?xb15ZHLFq25hcw==?=');
  });
});

describe('decodeWords', () => {
  it.each([
    ['=?iso-8859-1?Q?Andr=E9?=', 'André'],
    ['=?ISO-8859-1*en?q?a_b?=', 'a b'],
    ['=?utf-8?Q?a?=  =?utf-8?Q?b?= c', 'ab c'],
    ['=?utf-8?Q?=C3?= =?utf-8?Q?=BC?=', 'ü'],
    ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
    ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?= =?ISO-2022-JP?B?GyRCOGwbKEI=?=', '日本語'],
    ['=?iso-2022-jp?B?GyRCRnwbKEIbJEIbKEIbJEJLXBsoQmE=?=', '日本a'],
    ['=?gb2312?B?1tC5+g==?=', '中国'],
    ['=?unknown-8bit?q?J=C3=BCrgen?=', 'Jürgen'],
    ['=?us-ascii?Q?J=C3=BCrgen?=', 'Jürgen'],
    ['=?unknown-8bit?q?J=FCrgen?=', 'Jürgen'],
    ['=?x-unknown?Q?abc=80?=', 'abc€'],
    ['=?utf-8?Q?bad =ZZ escape=?=', 'bad =ZZ escape='],
    ['plain =? text ?=', 'plain =? text ?='],
  ])('reads %s', (encoded, decoded) => {
    expect(decodeWords(encoded)).toBe(decoded);
  });

  it('never throws', () => {
    const piece = fc.constantFrom('=?', '?=', '?', 'q', 'B', 'utf-8', 'utf-7', '*', ' ', '=', '=C3', 'w7w=', '\0', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(typeof decodeWords(pieces.join(''))).toBe('string');
      }),
    );
  });

  it('reads a megabyte of broken words', () => {
    for (const unit of ['=?', '=?a?b?', '=?utf-8?q?a?= ', '=?a?q?']) {
      expect(typeof decodeWords(unit.repeat(1e6 / unit.length))).toBe('string');
    }
  });
});
