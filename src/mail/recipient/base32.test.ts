import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBase32, encodeBase32 } from '#mail/recipient/address-forms.ts';

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'my'],
    ['fo', 'mzxq'],
    ['foo', 'mzxw6'],
    ['foob', 'mzxw6yq'],
    ['fooba', 'mzxw6ytb'],
    ['foobar', 'mzxw6ytboi'],
  ])('writes %j as RFC 4648 §10 does, in lower case without padding', (text, encoded) => {
    expect(encodeBase32(Buffer.from(text))).toBe(encoded);
  });

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (octets) => {
        expect(decodeBase32(encodeBase32(Buffer.from(octets)))).toEqual(Buffer.from(octets));
      }),
    );
  });

  it('has one spelling for all octets and reads no other', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z2-7]{0,40}$/), (text) => {
        const octets = decodeBase32(text);
        if (octets !== null) expect(encodeBase32(octets)).toBe(text);
      }),
    );
    for (const text of ['a', 'mz', 'm1', 'MY', 'my=', 'aaa', 'm\u00fd']) expect(decodeBase32(text)).toBeNull();
  });
});
