import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { hideMailbox } from '#mail/as-alias/address-spellings.ts';
import { landmarkOf, mayHold, squeeze } from '#mail/as-alias/spellings/landmarks.ts';
import { normalizeObfuscation } from '#mail/as-alias/normalize-obfuscation.ts';
import { createSeededRandom } from '#support/seeded-random.ts';

it.each([
  ['ann.private', 'private'],
  ['Office.example', 'example'],
  ['jérôme', 'me'],
  ['bücher', 'cher'],
  ['xn--bcher-kva.example', 'example'],
  ['почта', ''],
  ['', ''],
])('of %s it is %j', (text, landmark) => {
  expect(landmarkOf(text)).toBe(landmark);
});

it('is in what a text is squeezed to, whatever parts it and however it is encoded', () => {
  const between = fc.constantFrom('', '\r\n> ', '\u200b', '\0', '=\r\n', ' ', 'ü', '\u0161', '-\r\n', '😀');
  fc.assert(
    fc.property(fc.array(between, { minLength: 16, maxLength: 16 }), fc.boolean(), (gaps, upper) => {
      const text = Array.from('private@example', (letter, at) => `${letter}${gaps[at] ?? ''}`).join('');
      const written = upper ? text.toUpperCase() : text;
      const landmarks = { local: 'private', hosts: ['office', 'example'] };
      expect(mayHold(squeeze(written), landmarks)).toBe(true);
      expect(mayHold(squeeze(Buffer.from(written)), landmarks)).toBe(true);
      expect(mayHold(squeeze(written.slice(2)), landmarks)).toBe(false);
    }),
  );
});

it('is not in a text whose landmarks are far from each other', () => {
  const far = 'x'.repeat(3000);
  const landmarks = { local: 'ann', hosts: ['home'] };
  expect(mayHold(`ann${far}home${far}ann`, landmarks)).toBe(false);
  expect(mayHold(`ann${far}home${far}annhome`, landmarks)).toBe(true);
  expect(mayHold(`home${far}homeann`, landmarks)).toBe(true);
  expect(mayHold('home'.repeat(500_000), landmarks)).toBe(false);
});

it('is wherever a search finds the mailbox in texts of its parts', () => {
  const { pick, below } = createSeededRandom(20_261_129);
  const addresses = ['ann.private@office.example', 'o.live@gmail.com', 'a@b.de', 'jérôme@bücher.example'];
  const between = [
    '@',
    ' at ',
    ' (at) ',
    '.',
    ' dot ',
    'DOT',
    '(x)',
    '&#64;',
    '%40',
    '=',
    '\u200b',
    ' ',
    '<b>',
    '"',
    '',
  ];
  let found = 0;
  for (const address of addresses) {
    const mailbox = hideMailbox(address, () => false);
    const parts = [...between, address, address.toUpperCase(), ...address.split(/[@.]/), ...address];
    for (let round = 0; round < 3000; round += 1) {
      const inner = address
        .split(/(?<=[@.])|(?=[@.])/)
        .map((part) => (/^[@.]$/.test(part) ? pick([part, pick(between)]) : part));
      const around = Array.from({ length: below(12) }, () => pick(parts)).join('');
      const { text } = normalizeObfuscation(`${around} ${inner.join('')} ${around}`);
      for (const joined of [false, true]) {
        if (mailbox.findIn(text, joined)[Symbol.iterator]().next().done === true) continue;
        found += 1;
        expect([text, mayHold(squeeze(text), mailbox.landmarks)]).toEqual([text, true]);
      }
    }
  }
  expect(found).toBeGreaterThan(1000);
});

it('is in long texts as in short ones, and nothing of these is kept', () => {
  const long = 'Ännä '.repeat(300_000);
  const texts = [long, long, Buffer.from(long), `${long}\u0161`];
  const rooms = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const expected = 'nn'.repeat(300_000);
  for (const text of texts) expect(squeeze(text) === expected).toBe(true);
  // Two for each text, and one for octets.
  expect(rooms).toHaveBeenCalledTimes(7);
  expect(squeeze('b-C')).toBe('bc');
  expect(rooms).toHaveBeenCalledTimes(7);
  rooms.mockRestore();
});
