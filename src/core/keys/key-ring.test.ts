import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;
beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());

const octets = fc.uint8Array({ maxLength: 2000 }).map((array) => Buffer.from(array));
const context = fc.record({ field: fc.string(), rowId: fc.string() });

describe('seal and open', () => {
  it('gives back what was sealed', () => {
    fc.assert(
      fc.property(context, octets, (where, plaintext) => {
        expect(keys.open(where, keys.seal(where, plaintext))).toEqual(plaintext);
      }),
    );
  });

  it('gives back text as its UTF-8 octets', () => {
    const where = { field: 'users.email', rowId: '1' };
    expect(keys.open(where, keys.seal(where, 'zoë@example.com')).toString()).toBe('zoë@example.com');
  });

  it('opens nothing in another row or field', () => {
    fc.assert(
      fc.property(context, context, octets, (where, elsewhere, plaintext) => {
        fc.pre(where.field !== elsewhere.field || where.rowId !== elsewhere.rowId);
        expect(() => keys.open(elsewhere, keys.seal(where, plaintext))).toThrow();
      }),
    );
  });

  it('opens nothing with one bit flipped anywhere', () => {
    fc.assert(
      fc.property(context, octets, fc.nat(), (where, plaintext, position) => {
        const sealed = keys.seal(where, plaintext);
        const bit = position % (sealed.length * 8);
        sealed.writeUInt8(sealed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(() => keys.open(where, sealed)).toThrow();
      }),
    );
  });

  it('opens nothing that was cut short', () => {
    fc.assert(
      fc.property(context, octets, fc.nat(), (where, plaintext, length) => {
        const sealed = keys.seal(where, plaintext);
        expect(() => keys.open(where, sealed.subarray(0, length % sealed.length))).toThrow();
      }),
    );
  });

  it('seals the same twice to different octets, with version, nonce and tag around', () => {
    const where = { field: 'targets.value', rowId: '1' };
    const [one, other] = [keys.seal(where, 'same'), keys.seal(where, 'same')];
    expect(one.equals(other)).toBe(false);
    expect(one.subarray(0, 2)).toEqual(Buffer.from([0, 1]));
    expect(one).toHaveLength(2 + 12 + 4 + 16);
  });
});

describe('lookupHash', () => {
  it('is the same for the same field and value only', () => {
    expect(keys.lookupHash('a', 'bc')).toEqual(keys.lookupHash('a', 'bc'));
    expect(keys.lookupHash('a', 'bc')).toHaveLength(32);
    expect(keys.lookupHash('ab', 'c')).not.toEqual(keys.lookupHash('a', 'bc'));
  });

  it('stays the same when the ring is opened again', async () => {
    const again = await createTestKeyRing(test.database);
    expect(again.lookupHash('users.email', 'x')).toEqual(keys.lookupHash('users.email', 'x'));
  });
});

describe('mac', () => {
  it('differs by purpose and by how the parts are cut', () => {
    const { version, mac } = keys.mac('bounce', ['ab', 'c']);
    expect(version).toBe(1);
    expect(keys.macAt('bounce', 1, ['ab', Buffer.from('c')])).toEqual(mac);
    expect(keys.macAt('bounce', 1, ['a', 'bc'])).not.toEqual(mac);
    expect(keys.macAt('loop', 1, ['ab', 'c'])).not.toEqual(mac);
  });

  it('knows no version that does not exist', () => {
    expect(keys.macAt('reverse', 0, [])).toBeNull();
    expect(keys.macAt('reverse', 2, [])).toBeNull();
  });
});

describe('blockCipher', () => {
  const block = fc.uint8Array({ minLength: 16, maxLength: 16 }).map((array) => Buffer.from(array));

  it('gives back each block, whatever went before, and nothing of it in what it makes', () => {
    fc.assert(
      fc.property(block, block, (one, other) => {
        const cipher = keys.blockCipher('bounce', 1);
        const encrypted = [one, other, one].map((octets) => cipher?.encrypt(octets));
        expect(encrypted[2]).toEqual(encrypted[0]);
        expect(encrypted[1]?.equals(encrypted[0] ?? other)).toBe(one.equals(other));
        expect(encrypted.map((octets) => octets && cipher?.decrypt(octets))).toEqual([one, other, one]);
        expect(keys.blockCipher('loop', 1)?.encrypt(one)).not.toEqual(encrypted[0]);
      }),
    );
  });

  it('knows no version that does not exist, and is the same when the ring is opened again', async () => {
    expect(keys.blockCipher('bounce', 0)).toBeNull();
    expect(keys.blockCipher('bounce', 2)).toBeNull();
    const again = await createTestKeyRing(test.database);
    const octets = Buffer.alloc(16, 7);
    expect(again.blockCipher('bounce', 1)?.encrypt(octets)).toEqual(keys.blockCipher('bounce', 1)?.encrypt(octets));
  });
});
