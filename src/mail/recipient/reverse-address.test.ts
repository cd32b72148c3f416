import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import {
  parseRecipient,
  openCorrespondent,
  reverseAddress,
  reverseToken,
  reverseTokenHash,
  sealCorrespondent,
} from '#mail/recipient/address-forms.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;

beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

describe('reverse addresses', () => {
  const correspondence = { userId: 'user-1', aliasAddress: 'my-alias@kauke.test', correspondent: 'Bob@example.com' };

  it('are the same for every spelling of one correspondent', () => {
    const token = reverseToken(keys, correspondence);
    expect(token).toMatch(/^[a-z2-7]{26}$/);
    expect(parseRecipient(reverseAddress(token, 'kauke.test'))).toEqual({
      kind: 'reverse',
      token,
      local: `reply=${token}`,
      domain: 'kauke.test',
    });
    expect(reverseToken(keys, { ...correspondence, correspondent: 'bOB@example.com' })).toBe(token);
    const composed = reverseToken(keys, { ...correspondence, correspondent: 'j\u00fcrgen@example.com' });
    expect(reverseToken(keys, { ...correspondence, correspondent: 'Ju\u0308rgen@example.com' })).toBe(composed);
  });

  it('differ for other users, aliases and correspondents', () => {
    const tokens = [
      correspondence,
      { ...correspondence, userId: 'user-2' },
      { ...correspondence, aliasAddress: 'other@kauke.test' },
      { ...correspondence, correspondent: 'carol@example.com' },
      { userId: 'user-1my-alias', aliasAddress: '@kauke.test', correspondent: 'Bob@example.com' },
    ].map((parts) => reverseToken(keys, parts));
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  it('open their correspondent with the token and with nothing else', () => {
    const token = reverseToken(keys, correspondence);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (correspondent) => {
        const sealed = sealCorrespondent(token, systemRandom, correspondent);
        expect(openCorrespondent(token, sealed)).toBe(correspondent);
      }),
    );
    const sealed = sealCorrespondent(token, systemRandom, 'bob@example.com');
    expect(sealed.includes('bob')).toBe(false);
    expect(sealed).not.toEqual(sealCorrespondent(token, systemRandom, 'bob@example.com'));
    expect(() => openCorrespondent('a'.repeat(26), sealed)).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const altered = Buffer.from(sealed);
      altered[at]! ^= 1;
      expect(() => openCorrespondent(token, altered)).toThrow();
    }
    expect(() => openCorrespondent(token, Buffer.alloc(0))).toThrow();
    expect(() => openCorrespondent(token, sealed.subarray(0, 20))).toThrow();
  });

  it('are found by a hash that is not the token', () => {
    expect(reverseTokenHash('a'.repeat(26))).toHaveLength(32);
    expect(reverseTokenHash('a'.repeat(26))).not.toEqual(reverseTokenHash('b'.repeat(26)));
  });
});
