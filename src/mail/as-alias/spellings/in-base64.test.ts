import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBase64Search } from '#mail/as-alias/spellings/in-base64.ts';

const addresses = ['ann.private@office.example', 'b@bücher.example', 'x9@y-z.test', 'о@почта.рф'];
const letters = fc.constantFrom('A', 'z', '0', '+', '/', '-', '_', '=', ' ', '\r\n', '>', '\u2060', 'ü');

function inEitherCase(address: string, upper: readonly boolean[]): string {
  return [...address].map((letter, at) => (upper[at] === true ? letter.toUpperCase() : letter)).join('');
}

it.each(addresses)('finds %s in base64 of either alphabet, in any case, alignment and surroundings', (address) => {
  const search = createBase64Search(addresses);
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 5 }),
      fc.array(fc.boolean(), { maxLength: address.length }),
      fc.constantFrom('base64', 'base64url'),
      fc.array(letters, { maxLength: 9 }),
      fc.nat({ max: 20 }),
      (before, upper, alphabet, around, at) => {
        const isAscii = /^[ -~]*$/.test(address);
        const written = Buffer.concat([before, Buffer.from(isAscii ? inEitherCase(address, upper) : address), before]);
        const encoded = written.toString(alphabet);
        const folded = `${encoded.slice(0, at)}\r\n> ${encoded.slice(at)}`;
        expect(search(`${around.join('')}${folded} ${around.join('')}`)).toBe(true);
      },
    ),
  );
});

it.each(['ann.private@office.exampl', 'ann.privat@office.example', 'office.example', 'example'])(
  'does not take %s for one',
  (text) => {
    expect(createBase64Search(addresses)(Buffer.from(text.repeat(2)).toString('base64'))).toBe(false);
    expect(createBase64Search(addresses)(text)).toBe(false);
  },
);
