import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { makeBounceAddress, readBounceAddress, parseRecipient } from '#mail/recipient/address-forms.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;

beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

const dayMs = 24 * 60 * 60 * 1000;
const now = new Date('2026-11-21T12:00:00Z');
const domain = 'kauke.test';

function readToken(address: string): { token: string; domain: string } {
  const recipient = parseRecipient(address);
  if (recipient.kind !== 'bounce') throw new Error(`read as ${recipient.kind}`);
  return recipient;
}

describe('bounce addresses', () => {
  const link = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);

  it('carry a link id and fit into a local part', () => {
    fc.assert(
      fc.property(link, (linkId) => {
        const address = makeBounceAddress(keys, { linkId, domain, now, of: 'forward' });
        expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
        expect(address).toMatch(/^b=[a-z2-7]{34}@kauke\.test$/);
        expect(readBounceAddress(keys, readToken(address), now)).toEqual({ linkId, of: 'forward' });
        expect(readBounceAddress(keys, readToken(address.toUpperCase()), now)).toEqual({ linkId, of: 'forward' });
      }),
    );
  });

  it('tell what the alias forwarded from what was sent as the alias', () => {
    fc.assert(
      fc.property(link, (linkId) => {
        const address = makeBounceAddress(keys, { linkId, domain, now, of: 'sent' });
        expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
        expect(readBounceAddress(keys, readToken(address), now)).toEqual({ linkId, of: 'sent' });
      }),
    );
    expect(() => makeBounceAddress(keys, { linkId: String(2n ** 63n), domain, now, of: 'forward' })).toThrow(
      RangeError,
    );
  });

  it('are valid for 10 days', () => {
    const made = readToken(makeBounceAddress(keys, { linkId: '7', domain, now, of: 'forward' }));
    const after = (days: number) => readBounceAddress(keys, made, new Date(now.getTime() + days * dayMs));
    expect([0, 10, -1].map(after)).toEqual(Array.from({ length: 3 }, () => ({ linkId: '7', of: 'forward' })));
    expect([11, 400, -2].map(after)).toEqual([null, null, null]);
  });

  it('are refused after any change of a character', () => {
    const made = readToken(makeBounceAddress(keys, { linkId: '123456789', domain, now, of: 'forward' }));
    for (let at = 0; at < made.token.length; at += 1) {
      for (const character of 'abcdefghijklmnopqrstuvwxyz234567') {
        if (character === made.token[at]) continue;
        const token = made.token.slice(0, at) + character + made.token.slice(at + 1);
        expect(readBounceAddress(keys, { token, domain }, now)).toBeNull();
      }
    }
  });

  it('are refused at another domain of ours and when cut or made up', () => {
    const { token } = readToken(makeBounceAddress(keys, { linkId: '1', domain, now, of: 'forward' }));
    expect(readBounceAddress(keys, { token, domain: 'mask.test' }, now)).toBeNull();
    for (const other of ['', 'a', token.slice(1), `${token}aa`, 'a'.repeat(34), '7'.repeat(34)]) {
      expect(readBounceAddress(keys, { token: other, domain }, now)).toBeNull();
    }
  });
});
