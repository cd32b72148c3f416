import fc from 'fast-check';
import { expect, it } from 'vitest';
import { landmarkOf, mayHold, squeeze } from '#mail/as-alias/spellings/landmarks.ts';

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
