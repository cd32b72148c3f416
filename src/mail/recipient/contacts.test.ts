import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeUnusedContacts } from '#core/contacts/contact-life.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { openCorrespondent, reverseTokenHash } from '#mail/recipient/address-forms.ts';
import { createContactStore, type ContactStore } from '#mail/recipient/contact-store.ts';
import { findContacts } from '#mail/recipient/contacts.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { createTestKeyRing } from '#support/key-ring.ts';

let test: TestDatabase;
let keys: KeyRing;
let aliasId: string;
let nowMs = Date.parse('2026-11-21T12:00:00Z');
const clock = { now: () => nowMs };

async function createAlias(): Promise<string> {
  const { db } = test.database;
  const [userId, domainId, id] = [randomUUID(), randomUUID(), randomUUID()];
  await db
    .insertInto('users')
    .values({ id: userId, emailSealed: null, emailHash: null, emailVerifiedAt: null, passwordHash: null })
    .execute();
  await db
    .insertInto('domains')
    .values({
      id: domainId,
      name: `${domainId}.test`,
      position: 0,
      dkimSelector: 's',
      dkimKeySealed: Buffer.alloc(1),
      retiredAt: null,
    })
    .execute();
  await db.insertInto('aliases').values({ id, userId, domainId, localPart: 'a', notes: null }).execute();
  return id;
}

function makeContact(seed: number) {
  return {
    token: `${'a'.repeat(20)}${String(seed).padStart(6, '0')}`,
    correspondent: `bob${seed}@example.com`,
  };
}

function makeStore(knownMax = 1000): ContactStore {
  return createContactStore({ database: test.database, keys, clock, random: systemRandom, knownMax });
}

function rows() {
  return test.database.db.selectFrom('contacts').selectAll().where('aliasId', '=', aliasId).execute();
}

beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
afterAll(() => test.drop());
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T12:00:00Z');
  await test.database.db.deleteFrom('contacts').execute();
  aliasId = await createAlias();
});

describe('the contact store', () => {
  it('keeps the hash of a token and a correspondent only the token opens', async () => {
    await makeStore().store(aliasId, [makeContact(1), makeContact(2)]);
    const stored = await rows();
    const row = stored.find(({ tokenHash }) => tokenHash.equals(reverseTokenHash(makeContact(1).token)));
    expect(stored).toHaveLength(2);
    expect(row && openCorrespondent(makeContact(1).token, row.correspondentSealed)).toBe('bob1@example.com');
  });

  it('stores a contact once, from any number of processes at once', async () => {
    const contacts = Array.from({ length: 10 }, (_, index) => makeContact(index));
    const stores = Array.from({ length: 8 }, () => makeStore());
    await Promise.all(stores.map((store, index) => store.store(aliasId, index % 2 ? contacts : contacts.toReversed())));
    expect(await rows()).toHaveLength(10);
  });

  it('asks the database once a day for what it knows', async () => {
    const store = makeStore();
    await store.store(aliasId, [makeContact(1)]);
    await test.database.db.deleteFrom('contacts').execute();
    await store.store(aliasId, [makeContact(1)]);
    expect(await rows()).toEqual([]);
    nowMs += 24 * 60 * 60 * 1000;
    await store.store(aliasId, [makeContact(1)]);
    expect(await rows()).toHaveLength(1);
  });

  it('remembers no more than it may', async () => {
    const store = makeStore(1);
    await store.store(aliasId, [makeContact(1), makeContact(2)]);
    await test.database.db.deleteFrom('contacts').execute();
    await store.store(aliasId, [makeContact(1), makeContact(2)]);
    expect(await rows()).toHaveLength(1);
  });

  it('stores the contacts of an alias that was deleted and taken again', async () => {
    const store = makeStore();
    await store.store(aliasId, [makeContact(1)]);
    await test.database.db.deleteFrom('aliases').where('id', '=', aliasId).execute();
    aliasId = await createAlias();
    await store.store(aliasId, [makeContact(1)]);
    expect(await rows()).toHaveLength(1);
  });

  it('takes 500 new contacts of an alias a day and goes on marking the others as used', async () => {
    const store = makeStore();
    await store.store(
      aliasId,
      Array.from({ length: 495 }, (_, index) => makeContact(index)),
    );
    await store.store(
      aliasId,
      Array.from({ length: 10 }, (_, index) => makeContact(1000 + index)),
    );
    expect(await rows()).toHaveLength(500);
    await test.database.db.updateTable('contacts').set({ lastUsedMonth: '2020-01-01' }).execute();
    await makeStore().store(aliasId, [makeContact(1), makeContact(2000)]);
    const fresh = (await rows()).filter(({ lastUsedMonth }) => lastUsedMonth.getFullYear() > 2020);
    expect(fresh.map(({ tokenHash }) => tokenHash)).toEqual([reverseTokenHash(makeContact(1).token)]);
  });

  it('keeps each alias to its own cap, whatever is stored together', async () => {
    const other = await createAlias();
    const store = makeStore();
    const full = Array.from({ length: 500 }, (_, index) => makeContact(index));
    // The first is on its way alone, and the others come together behind it.
    await Promise.all([
      store.store(aliasId, full),
      store.store(aliasId, [makeContact(600)]),
      store.store(other, [makeContact(700), makeContact(701)]),
      store.store(other, [makeContact(701), makeContact(702)]),
      store.store(randomUUID(), [makeContact(800)]),
    ]);
    const stored = await test.database.db.selectFrom('contacts').select(['aliasId', 'tokenHash']).execute();
    expect(stored.filter((row) => row.aliasId === aliasId)).toHaveLength(500);
    const ofOther = stored.filter((row) => row.aliasId === other).map((row) => row.tokenHash.toString('hex'));
    const expected = [700, 701, 702].map((seed) => reverseTokenHash(makeContact(seed).token).toString('hex'));
    expect(ofOther.toSorted()).toEqual(expected.toSorted());
  });

  it('stores again what the cap left out, once there is room', async () => {
    const store = makeStore();
    await store.store(
      aliasId,
      Array.from({ length: 500 }, (_, index) => makeContact(index)),
    );
    await store.store(aliasId, [makeContact(900)]);
    nowMs += 25 * 60 * 60 * 1000;
    await store.store(aliasId, [makeContact(900)]);
    expect(await rows()).toHaveLength(501);
  });

  it('knows of the use of a contact nothing but its month', async () => {
    const monthOf = async (): Promise<unknown> =>
      (await test.database.pool.query('select last_used_month::text as month, created_at, last_used_on from contacts'))
        .rows;
    const only = (month: string) => [{ month, created_at: null, last_used_on: null }];
    await makeStore().store(aliasId, [makeContact(1)]);
    expect(await monthOf()).toEqual(only('2026-11-01'));
    nowMs = Date.parse('2026-12-31T23:59:00Z');
    await makeStore().store(aliasId, [makeContact(1)]);
    expect(await monthOf()).toEqual(only('2026-12-01'));
    nowMs += 60_000;
    await findContacts({ database: test.database, clock }, [makeContact(1).token]);
    expect(await monthOf()).toEqual(only('2027-01-01'));
  });

  it('writes nothing for a contact that was used this month already', async () => {
    const version = async (): Promise<unknown> => (await test.database.pool.query('select xmin from contacts')).rows;
    await makeStore().store(aliasId, [makeContact(1)]);
    const before = await version();
    await makeStore().store(aliasId, [makeContact(1)]);
    await findContacts({ database: test.database, clock }, [makeContact(1).token]);
    expect(await version()).toEqual(before);
  });

  it('loses contacts that nobody used for 24 months, but for those who are blocked', async () => {
    const [used, unused, blocked] = [makeContact(1), makeContact(2), makeContact(3)];
    await makeStore().store(aliasId, [used, unused, blocked]);
    const blockedHash = reverseTokenHash(blocked.token);
    const { db } = test.database;
    await db
      .updateTable('contacts')
      .set({ blockedAt: new Date(systemClock.now()) })
      .where('tokenHash', '=', blockedHash)
      .execute();
    const left = async (): Promise<string[]> =>
      (
        await findContacts(
          { database: test.database, clock: { now: () => 0 } },
          [used, unused, blocked].map(({ token }) => token),
        )
      ).map(({ correspondent }) => correspondent);
    const months = (count: number): number => new Date(nowMs).setUTCMonth(new Date(nowMs).getUTCMonth() + count);
    nowMs = months(12);
    await makeStore().store(aliasId, [used]);
    nowMs = months(12);
    await removeUnusedContacts({ database: test.database, clock });
    expect(await left()).toEqual([used, unused, blocked].map(({ correspondent }) => correspondent));
    nowMs = months(1);
    await removeUnusedContacts({ database: test.database, clock });
    expect(await left()).toEqual([used, blocked].map(({ correspondent }) => correspondent));
  });

  it('knows who is blocked, for this alias and at once', async () => {
    const store = makeStore();
    const { token } = makeContact(1);
    await store.store(aliasId, [makeContact(1), makeContact(2)]);
    expect(await store.isBlocked(aliasId, token)).toBe(false);
    const tokenHash = reverseTokenHash(token);
    const { db } = test.database;
    await db
      .updateTable('contacts')
      .set({ blockedAt: new Date(systemClock.now()) })
      .where('tokenHash', '=', tokenHash)
      .execute();
    expect(await store.isBlocked(aliasId, token)).toBe(true);
    expect(await store.isBlocked(aliasId, makeContact(2).token)).toBe(false);
    expect(await store.isBlocked(randomUUID(), token)).toBe(false);
    expect(await store.isBlocked(aliasId, makeContact(3).token)).toBe(false);
  });

  it('does nothing for an alias that is gone', async () => {
    await makeStore().store(randomUUID(), [makeContact(1)]);
    expect(await rows()).toEqual([]);
  });
});
