import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinParts } from '#core/keys/authenticated-encryption.ts';

describe('joinParts', () => {
  it('gives the octets that everything sealed or signed so far depends on', () => {
    expect(joinParts(['ab', Buffer.from([0, 255]), 'é', '', '\ud800']).toString('hex')).toBe(
      '000000026162' + '0000000200ff' + '00000002c3a9' + '00000000' + '00000003efbfbd',
    );
  });

  it('tells apart all lists of parts', () => {
    const parts = fc.array(fc.string({ maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(joinParts(one).equals(joinParts(other))).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });
});
