import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPublicHostCheck } from '#core/organisation.ts';
import { holdsAddress } from '#mail/as-alias/address-spellings.ts';

const isPublicHost = await loadPublicHostCheck();
const address = 'ann.private@office.example';

function isIn(octets: string | Buffer, addresses = ['eve@other.example', address]): boolean {
  const steps = holdsAddress(Buffer.from(octets), addresses, isPublicHost);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

describe('octets hold an address', () => {
  it('wherever its line is folded, and however its punctuation is written', () => {
    const spellings = [address, address.replace('@', '=40'), 'ann=2Eprivate=40office=2Eexample'];
    const fold = fc.constantFrom('\r\n ', '\n\t', '=\r\n', '=\n', '=\r\n ');
    fc.assert(
      fc.property(fc.constantFrom(...spellings), fold, fc.nat(), fc.boolean(), (spelling, between, place, upper) => {
        // Not within `=40`, which no encoder takes apart.
        const places = [...spelling.matchAll(/(?<!^|=|=\w)(?!$)/g)].map(({ index }) => index);
        const at = places[place % places.length] ?? 0;
        const written = spelling.slice(0, at) + between + spelling.slice(at);
        expect(isIn(`EMAIL:${upper ? written.toUpperCase() : written}\r\nEND:VCARD`)).toBe(true);
      }),
    );
  });

  it('in UTF-16 of either byte order, at any octet', () => {
    const little = Buffer.from(`x\0${address}\0x`, 'utf16le');
    for (const octets of [little, Buffer.from(little).swap16()]) {
      expect(isIn(octets)).toBe(true);
      expect(isIn(Buffer.concat([Buffer.from('x'), octets]))).toBe(true);
    }
  });

  it('whose letters are not all ASCII', () => {
    expect(isIn('an jörg@x.example', ['jörg@x.example'])).toBe(true);
  });

  it('and not a longer one', () => {
    for (const text of [`jo${address}`, `${address}s`, `jo${address}\0`, address.replace('@', '\r\n@')]) {
      expect(isIn(text)).toBe(false);
      expect(isIn(Buffer.from(text, 'utf16le'))).toBe(false);
    }
  });

  it.each(['=', '\0', '\r\n', '\r\n ', '=\r\n', '=40', address.slice(1), address.slice(0, -1), `x${address}`])(
    'or not, in 25 MiB of %j',
    (unit) => {
      const octets = Buffer.alloc(25 * 1024 * 1024, unit);
      expect(isIn(octets, [address])).toBe(false);
    },
  );
});
