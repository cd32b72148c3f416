import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLinks } from '#core/alias-rows/alias-links.ts';
import { joinAliases } from '#core/alias-rows/read-rows.ts';
import { setBinDays } from '#core/accounts/account.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let bob: string;
let [shop, news, gone, foreign] = ['', '', '', ''];

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com')).user.id;
  await setBinDays(test.core, ann, 30);
  const make = async (alias: string, ownerId: string, forwardTo: string) => {
    const input = { alias, domain: 'kauke.test', forwardTo };
    return (await createAlias(test.core, input, { ownerId, askerId: ownerId, ip: '192.0.2.1' })).id;
  };
  shop = await make('shop', ann, 'ann@example.com');
  news = await make('news', ann, 'ann@example.com, other@example.org');
  gone = await make('gone', ann, 'other@example.org');
  foreign = await make('foreign', bob, 'bob@example.com');
  await deleteAlias(test.core, gone, ann);
});
afterAll(() => test.drop());

describe('rows about aliases', () => {
  const rowsOf = (...ids: (string | null)[]) => ids.map((aliasId, place) => ({ aliasId, place }));

  it('keep their order, each with the facts of its alias, without those of others, of the bin, and of none', async () => {
    const rows = rowsOf(news, foreign, null, shop, gone, news);
    const joined = await joinAliases(test.core.database.db, rows, { userId: ann }, ['address']);
    expect(joined.map(({ place, alias }) => [place, alias.address])).toEqual([
      [0, 'news@kauke.test'],
      [3, 'shop@kauke.test'],
      [5, 'news@kauke.test'],
    ]);
  });

  it('have those of the bin where they are asked for', async () => {
    const which = { userId: ann, whereabouts: 'binned' } as const;
    const joined = await joinAliases(test.core.database.db, rowsOf(shop, gone), which, []);
    expect(joined.map(({ place }) => place)).toEqual([1]);
  });
});

describe('the aliases of a target', () => {
  it('are counted without those in the bin, for all targets of an account or for one, and never for another account', async () => {
    const { db } = test.core.database;
    const counts = await countLinks(db, 'targets', { userId: ann });
    expect([...counts.values()].toSorted((a, b) => a - b)).toEqual([1, 2]);
    const targetIds = [...counts].flatMap(([id, count]) => (count === 2 ? [id] : []));
    expect([...(await countLinks(db, 'targets', { userId: ann, ids: targetIds }))]).toEqual(
      targetIds.map((id) => [id, 2]),
    );
    expect(await countLinks(db, 'targets', { userId: bob, ids: targetIds })).toEqual(new Map());
  });
});
