import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { createRefusals, readRefusals, removeOldRefusals } from '#core/held/refusals.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let userId: string;
let id: string;

beforeAll(async () => {
  test = await createTestCore();
  userId = (await signUp(test.core, 'ann@example.com')).user.id;
  const input = { alias: 'shop', domain: 'kauke.test', forwardTo: 'ann@example.com' };
  ({ id } = await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '' }));
});
afterAll(() => test.drop());

/** Twice in each of two processes that end then. An alias that is gone by now is none of theirs. */
async function refuse(): Promise<void> {
  const endings: (() => Promise<void>)[] = [];
  for (const _ of [1, 2]) {
    const refusals = createRefusals(test.core, { push: (step) => endings.push(step) });
    for (const aliasId of [id, crypto.randomUUID(), id]) refusals.add(aliasId);
  }
  await Promise.all(endings.map((end) => end()));
}

it('what an alias refuses is one number a week, for this week and the last', async () => {
  await refuse();
  await refuse();
  expect(await readRefusals(test.core, userId)).toEqual([
    { aliasId: id, alias: 'shop@kauke.test', thisWeek: 8, lastWeek: 0 },
  ]);
  test.advance(7 * dayMs);
  await refuse();
  expect(await readRefusals(test.core, userId)).toMatchObject([{ thisWeek: 4, lastWeek: 8 }]);
  test.advance(7 * dayMs);
  await removeOldRefusals(test.core);
  expect(await readRefusals(test.core, userId)).toMatchObject([{ thisWeek: 0, lastWeek: 4 }]);
  const { rows } = await test.core.database.pool.query('select * from alias_refusals');
  expect(rows.map((row) => Object.keys(row as object))).toEqual([['alias_id', 'week', 'count']]);
});
