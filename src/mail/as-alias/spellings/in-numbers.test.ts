import { expect, it } from 'vitest';
import { createNumberSearch } from '#mail/as-alias/spellings/in-numbers.ts';
import { squeeze } from '#mail/as-alias/spellings/landmarks.ts';
import { createSeededRandom } from '#support/seeded-random.ts';

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

it.each([
  ['a@b.de', `x ${hex('a@b.de')} y`],
  ['me@t.co', `https://x.test/${hex('me@t.co')}/`],
  ['a@b.c', hex('a@b.c')],
])('finds %s, of which there are few digits', (address, text) => {
  expect(createNumberSearch([address, 'ann.private@office.example'])(squeeze(text))).toBe(true);
  expect(createNumberSearch(['ann.private@office.example'])(squeeze(text))).toBe(false);
  expect(createNumberSearch([])(squeeze(text))).toBe(false);
});

/** Each way in which numbers of octets are written. */
const ways: readonly ((octet: number) => string)[] = [
  (octet) => octet.toString(16).padStart(2, '0'),
  (octet) => `\\x${octet.toString(16)}`,
  (octet) => `0x${octet.toString(16)}, `,
  (octet) => `\\u00${octet.toString(16)}`,
  (octet) => `${octet} `,
  (octet) => `${octet.toString(8)} `,
  (octet) => `\\${octet.toString(8).padStart(3, '0')}`,
  (octet) => `${octet.toString(2).padStart(8, '0')}\n`,
];

it('finds what a search without a filter finds, and nothing else', () => {
  const { pick, below } = createSeededRandom(20_261_129);
  const noise = ['', 'x', 'word ', '0', '9', 'f', 'g', 'u', '12345678901234567890', ' '];
  const around = (): string => Array.from({ length: below(20) }, () => pick(noise)).join('');
  for (const address of ['a@b.c', 'a@b.de', 'me@t.co', 'i@x9.lt', 'ann@office.test', 'b@bücher.example']) {
    const search = createNumberSearch([address]);
    const written = ways.map((write) => squeeze(Array.from(Buffer.from(address), write).join('')));
    const found = Array.from({ length: 2000 }, () => {
      const cut = pick([address, address, address.slice(1), address.slice(0, -1)]);
      const squeezed = squeeze(around() + Array.from(Buffer.from(cut), pick(ways)).join('') + around());
      const expected = written.some((numbers) => squeezed.includes(numbers));
      expect([squeezed, search(squeezed)]).toEqual([squeezed, expected]);
      return expected;
    });
    expect(new Set(found).size).toBe(2);
  }
});
