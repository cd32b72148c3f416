import { expect, it } from 'vitest';
import { joiner, normalizeObfuscation } from '#mail/as-alias/normalize-obfuscation.ts';

it('passes over nothing that is not seen, nor any other form of ASCII, wherever Unicode has it', () => {
  const missed: string[] = [];
  for (let code = 0x80; code <= 0x10_ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const isUnseen = /[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029\ufffd]/u.test(character);
    const isWide =
      /[\u017f\u2024\u212a\u24b6-\u24e9\u3002\ufb00-\ufb06\ufe50-\ufe6b\uff01-\uff5e\uff61\u{1d400}-\u{1d7ff}]/u.test(
        character,
      );
    const { text } = normalizeObfuscation(`a${character}b`);
    if (
      isUnseen
        ? text !== `a${joiner}b`
        : isWide && text === `a${character}b` && character.normalize('NFKC') !== character
    )
      missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

it.each([
  ['a&amp;b', 'a&amp;b'],
  ['a&commat;b', 'a@b'],
  ['a&COMMAT;b', 'a@b'],
  ['a&#64b', 'a@b'],
  ['a&shyb', `a${joiner}b`],
  ['a&ltb&ic;c', `a&ltb${joiner}c`],
  ['a%2540b', 'a@b'],
  ['a<WBR/>b<w>', `a${joiner}b<w>`],
  ['a\rb\r\nc', `a${joiner}b\r\nc`],
  ['100% a & b < c', '100% a & b < c'],
  ['Kelvin \u212aann\u017f', 'Kelvin Kanns'],
])('reads %j as %j', (given, text) => {
  expect(normalizeObfuscation(given).text).toBe(text);
});
