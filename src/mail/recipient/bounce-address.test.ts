import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { decodeBase32, makeBounceAddress, readBounceAddress, parseRecipient } from '#mail/recipient/address-forms.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { formerBounceToken } from '#support/former-bounce-token.ts';
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
const alias = 'shop@kauke.test';

function readToken(address: string): { token: string; domain: string } {
  const recipient = parseRecipient(address);
  if (recipient.kind !== 'bounce') throw new Error(`read as ${recipient.kind}`);
  return recipient;
}

describe('bounce addresses', () => {
  const number = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String);

  it('carry the id of a link and fit into a local part', () => {
    fc.assert(
      fc.property(number, (id) => {
        const address = makeBounceAddress(keys, { id, alias, now, of: 'forward' });
        expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
        expect(address).toMatch(/^b=[a-z2-7]{44}@kauke\.test$/);
        expect(readBounceAddress(keys, readToken(address), now)).toEqual({ names: 'link', id, of: 'forward' });
        expect(readBounceAddress(keys, readToken(address.toUpperCase()), now)).toEqual({
          names: 'link',
          id,
          of: 'forward',
        });
      }),
    );
  });

  it('of what was sent as the alias carry its own number', () => {
    fc.assert(
      fc.property(number, (id) => {
        const address = makeBounceAddress(keys, { id, alias, now, of: 'sent' });
        expect(address.split('@')[0]?.length).toBeLessThanOrEqual(64);
        expect(readBounceAddress(keys, readToken(address), now)).toEqual({ names: 'alias', id, of: 'sent' });
      }),
    );
    expect(() => makeBounceAddress(keys, { id: String(2n ** 63n), alias, now, of: 'forward' })).toThrow(RangeError);
  });

  const daysFrom = (first: Date, count: number): Date[] =>
    Array.from({ length: count }, (_, day) => new Date(first.getTime() + day * dayMs));

  it('carry the token of a correspondent, too, encrypted', () => {
    const letters = fc.constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyz234567'));
    const tokens = fc.array(letters, { minLength: 26, maxLength: 26 }).map((all) => all.join(''));
    fc.assert(
      fc.property(number, tokens, (id, correspondent) => {
        const address = makeBounceAddress(keys, { id, alias, now, of: 'forward', correspondent });
        expect(address).toMatch(/^b=[a-z2-7]{61}@kauke\.test$/);
        const { token } = readToken(address.toUpperCase());
        const read = { names: 'link', id, of: 'forward', correspondent };
        expect(readBounceAddress(keys, { token, domain }, now)).toEqual(read);
        expect(readBounceAddress(keys, { token, domain: 'mask.test' }, now)).toBeNull();
      }),
    );
    const correspondent = 'a'.repeat(26);
    const { token } = readToken(makeBounceAddress(keys, { id: '7', alias, now, of: 'forward', correspondent }));
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect(readBounceAddress(keys, { token: changed, domain }, now)).toBeNull();
    }
  });

  it('change once in 14 days, of each alias on a day of its own', () => {
    const changes = (of: 'forward' | 'sent', name: string): number[] => {
      const made = daysFrom(now, 57).map((day) => makeBounceAddress(keys, { id: '7', alias: name, now: day, of }));
      return made.flatMap((address, day) => (day > 0 && address !== made[day - 1] ? [day] : []));
    };
    const days = Array.from({ length: 40 }, (_, each) =>
      changes(each % 2 === 0 ? 'sent' : 'forward', `a${each}@kauke.test`),
    );
    for (const found of days) {
      expect(found).toHaveLength(4);
      expect(new Set(found.slice(1).map((day, at) => day - (found[at] ?? 0)))).toEqual(new Set([14]));
    }
    expect(new Set(days.map(([first]) => first)).size).toBeGreaterThan(7);
  });

  it('are read for 24 days from the first of theirs on, 10 of them after the last', () => {
    const made = (at: Date) => makeBounceAddress(keys, { id: '7', alias, now: at, of: 'forward' });
    const later = daysFrom(now, 15);
    const first = later.find((day, at) => at > 0 && made(day) !== made(later[at - 1] ?? day)) ?? now;
    const after = (days: number) =>
      readBounceAddress(keys, readToken(made(first)), new Date(first.getTime() + days * dayMs));
    expect([0, 13, 24, -1].map(after)).toEqual(
      Array.from({ length: 4 }, () => ({ names: 'link', id: '7', of: 'forward' })),
    );
    expect([25, 400, -2].map(after)).toEqual([null, null, null]);
  });

  it('are refused after any change of a character', () => {
    const made = readToken(makeBounceAddress(keys, { id: '123456789', alias, now, of: 'forward' }));
    for (let at = 0; at < made.token.length; at += 1) {
      for (const character of 'abcdefghijklmnopqrstuvwxyz234567') {
        if (character === made.token[at]) continue;
        const token = made.token.slice(0, at) + character + made.token.slice(at + 1);
        expect(readBounceAddress(keys, { token, domain }, now)).toBeNull();
      }
    }
  });

  it('are refused at another domain of ours and when cut or made up', () => {
    const { token } = readToken(makeBounceAddress(keys, { id: '1', alias, now, of: 'forward' }));
    expect(readBounceAddress(keys, { token, domain: 'mask.test' }, now)).toBeNull();
    for (const other of ['', 'a', token.slice(1), `${token}aa`, 'a'.repeat(34), '7'.repeat(34), 'a'.repeat(44)]) {
      expect(readBounceAddress(keys, { token: other, domain }, now)).toBeNull();
    }
  });

  it('have nothing in common but their key version, whatever they are made for', () => {
    const purposes = fc.record({
      id: fc.oneof(number, fc.integer({ min: 1, max: 4 }).map(String)),
      alias: fc.constantFrom(alias, 'other@kauke.test'),
      of: fc.constantFrom('forward' as const, 'sent' as const),
      correspondent: fc.constantFrom(null, 'a'.repeat(26), `${'a'.repeat(25)}b`),
      now: fc.constantFrom(now, new Date(now.getTime() + 14 * dayMs)),
    });
    const blockOf = (purpose: Parameters<typeof makeBounceAddress>[1]): Buffer =>
      decodeBase32(readToken(makeBounceAddress(keys, purpose)).token) ?? Buffer.alloc(0);
    fc.assert(
      fc.property(purposes, purposes, (one, other) => {
        const [first, second] = [blockOf(one), blockOf(other)];
        expect(blockOf(one)).toEqual(first);
        if (JSON.stringify(one) === JSON.stringify(other)) return;
        // By chance six of 26 octets are alike in less than one of a hundred million pairs.
        const same = first.filter((octet, at) => at > 0 && octet === second[at]);
        expect(same.length).toBeLessThan(6);
      }),
    );
  });

  it('of the release before are read until they are too old', () => {
    const former = (route: bigint): string => formerBounceToken(keys, { route, domain, now });
    const after = (token: string, days: number) =>
      readBounceAddress(keys, readToken(`b=${token}@${domain}`), new Date(now.getTime() + days * dayMs));
    expect(after(former(187n), 10)).toEqual({ names: 'link', id: '187', of: 'forward' });
    expect(after(former(187n | (1n << 63n)), 0)).toEqual({ names: 'link', id: '187', of: 'sent' });
    expect(after(former(187n), 25)).toBeNull();
    expect(readBounceAddress(keys, { token: former(187n), domain: 'mask.test' }, now)).toBeNull();
    expect(
      after(
        former(187n).replace(/.$/, (last) => (last === 'a' ? 'i' : 'a')),
        0,
      ),
    ).toBeNull();
  });
});
