import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBase64Search } from '#mail/as-alias/spellings/in-base64.ts';
import { octetsOf } from '#mail/as-alias/spellings/landmarks.ts';
import { createSeededRandom } from '#support/seeded-random.ts';

const addresses = ['ann.private@office.example', 'b@bücher.example', 'x9@y-z.test', 'о@почта.рф'];
/** What no name and dot ends: with these it would be somebody else's (`anna.ann@`). */
const anything = fc
  .uint8Array({ maxLength: 5 })
  .filter((octets) => !/[a-z]{3}\.$/i.test(Buffer.from(octets).toString('latin1')));
const letters = fc.constantFrom('A', 'z', '0', '+', '/', '-', '_', '=', ' ', '\r\n', '>', '\u2060', 'ü');

function searchFor(wanted: readonly string[]): (text: string) => boolean {
  const search = createBase64Search({ addresses: wanted, isNamedIn: () => false });
  return (text) => search(octetsOf(text));
}

function inEitherCase(address: string, upper: readonly boolean[]): string {
  return [...address].map((letter, at) => (upper[at] === true ? letter.toUpperCase() : letter)).join('');
}

it.each(addresses)('finds %s in base64 of either alphabet, in any case, alignment and surroundings', (address) => {
  const search = searchFor(addresses);
  fc.assert(
    fc.property(
      anything,
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

it.each(addresses.slice(0, 3))('finds %s in base64 of UTF-16, in either order of octets', (address) => {
  const search = searchFor(addresses);
  for (const text of [address, address.toUpperCase(), `To: ${address}, hello`]) {
    const written = Buffer.from(text, 'utf16le');
    for (const octets of [written, Buffer.from(written).swap16()]) {
      for (const before of ['', 'x', 'xx']) {
        const encoded = Buffer.concat([Buffer.from(before), octets]).toString('base64');
        expect(search(`powershell -enc ${encoded.replaceAll(/.{9}/g, '$&\r\n')} `)).toBe(true);
      }
    }
  }
});

it('does not take somebody else’s for one, however many stand before one of the owner’s', () => {
  const search = searchFor(['ann@office.example']);
  const others = 'To: anna.ann@office.example, joe.ann@office.example, "maria.ann@office.example";';
  expect(search(Buffer.from(others).toString('base64'))).toBe(false);
  expect(search(Buffer.from(`${others} ann@office.example`).toString('base64'))).toBe(true);
});

it.each(
  'unsub- bounce_ bounces. mail- user_ to. sub_ uid- list. reply. mailto. mynews. x. joe_ joe- joe.maria. eve+joe. 1. joe1. {"to":"sub_ https://x.example/?id=to.'.split(
    ' ',
  ),
)('what a program writes before an address, %s, is nobody’s name', (before) => {
  const search = searchFor(['anna@home.example']);
  for (const shift of ['', ' ', '  ']) {
    expect(search(Buffer.from(`${shift}${before}anna@home.example"}`).toString('base64url'))).toBe(true);
  }
});

it.each([
  ...'campaign profile member complaint prefs preferences pixel abuse Regards'
    .split(' ')
    .map((word) => `${word}.ann@home.example`),
  '{"u":"hello.ann@home.example"}',
  '{"u":"maria.ann@home.example"}',
  'See maria.ann@home.example',
  'maria.ann@home.example is asked',
])('in %s nobody else is named for sure', (text) => {
  expect(searchFor(['ann@home.example'])(Buffer.from(text).toString('base64'))).toBe(true);
});

it('a name of two letters goes on in no other', () => {
  expect(searchFor(['x9@y-z.test'])(Buffer.from('joe.x9@y-z.test').toString('base64'))).toBe(true);
});

it.each(addresses.slice(0, 3))('finds %s in base64 of base64, whatever stands before either', (address) => {
  const search = searchFor([address]);
  for (const inner of ['', 'x', 'xx', 'To: ']) {
    for (const outer of ['', 'x', 'xx']) {
      const once = Buffer.from(`${inner} ${address} x`).toString('base64');
      expect(search(Buffer.from(outer + once).toString('base64url'))).toBe(true);
    }
  }
  expect(search(Buffer.from(Buffer.from(`anna.${address.slice(1)}`).toString('base64')).toString('base64'))).toBe(
    false,
  );
});

it.each(['ann.private@office.exampl', 'ann.privat@office.example', 'office.example', 'example'])(
  'does not take %s for one',
  (text) => {
    expect(searchFor(addresses)(Buffer.from(text.repeat(2)).toString('base64'))).toBe(false);
    expect(searchFor(addresses)(text)).toBe(false);
  },
);

/** The same without a filter: each alignment of what a decoder would read. */
function isIn(text: string, address: string): boolean {
  const read = text.replaceAll(/[^\w+/-]/g, '');
  const word = Buffer.from(address).toString('latin1').toLowerCase();
  return [0, 1, 2, 3].some((from) =>
    Buffer.from(read.slice(from), 'base64').toString('latin1').toLowerCase().includes(word),
  );
}

it('finds what a search without a filter finds, and nothing else', () => {
  const { pick, below } = createSeededRandom(20_261_129);
  const signs = ['A', 'z', '0', '+', '/', '-', '_', '=', ' ', '\r\n', '>', '\u2060', 'ü', '\u0161', 'word'];
  const around = (): string => Array.from({ length: below(9) }, () => pick(signs)).join('');
  for (const address of [...addresses, 'a@b.de', 'me@t.co', 'ann@123.example']) {
    const search = searchFor([address]);
    const found = Array.from({ length: 2000 }, () => {
      const cut = pick([address, address.toUpperCase(), address.slice(1), address.slice(0, -1)]);
      const encoded = Buffer.from('x'.repeat(below(4)) + cut).toString(pick(['base64', 'base64url']));
      const at = below(encoded.length);
      const text = `${around()}${encoded.slice(0, at)}${pick(['', ' ', '\r\n> ', 'ü', '.'])}${encoded.slice(at)}${around()}`;
      const expected = isIn(text, address);
      expect([text, search(text)]).toEqual([text, expected]);
      return expected;
    });
    expect(new Set(found).size).toBe(2);
  }
});
