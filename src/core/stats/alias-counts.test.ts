import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import {
  createAliasCounts,
  getAliasCounts,
  listCounts,
  readAccountDays,
  setCountMail,
  sumOldAliasDays,
} from '#core/stats/alias-counts.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let userId: string;
let id: string;
let round = 0;

beforeAll(async () => {
  test = await createTestCore();
});
beforeEach(async () => {
  test.advance(dayMs);
  round += 1;
  userId = (await signUp(test.core, `ann${round}@example.com`)).user.id;
  const input = { alias: `shop${round}`, domain: 'kauke.test', forwardTo: 'ann@example.com' };
  ({ id } = await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '' }));
});
afterAll(() => test.drop());

/** Counts as a program does that ends then: by two processes at once. */
async function count(write: (counts: ReturnType<typeof createAliasCounts>) => void): Promise<void> {
  const endings: (() => Promise<void>)[] = [];
  for (const _ of [1, 2]) write(createAliasCounts(test.core, { push: (step) => endings.push(step) }));
  await Promise.all(endings.map((end) => end()));
}
const read = () => getAliasCounts(test.core, { aliasId: id, userId });

describe('the mail of an alias', () => {
  it('is counted by day where its owner wants that, with no more than a number', async () => {
    await setCountMail(test.core, userId, true);
    await count((counts) => {
      counts.add('forwarded', [{ id, counted: true }]);
      counts.add('forwarded', [{ id, counted: true }]);
      counts.add('dropped', [{ id, counted: true }]);
    });
    const day = new Date(test.core.clock.now()).toISOString().slice(0, 10);
    expect(await read()).toEqual({
      days: [{ day, forwarded: 4, dropped: 2, held: 0, replied: 0 }],
      before: { forwarded: 0, dropped: 0, held: 0, replied: 0 },
    });
    const { rows } = await test.core.database.pool.query('select * from alias_days where alias_id = $1', [id]);
    expect(Object.keys(rows[0] as object)).toEqual(['alias_id', 'day', 'forwarded', 'dropped', 'held', 'replied']);
  });

  it('is asked for by its account: however many aliases that has, none of their ids is sent along', async () => {
    const sent = vi.spyOn(Client.prototype, 'query');
    try {
      await setCountMail(test.core, userId, false);
      await listCounts(test.core, userId);
      await readAccountDays(test.core, userId);
      const statements = JSON.stringify(sent.mock.calls.map(([first, values]) => [first, values] as unknown[]));
      expect(statements).toContain(userId);
      expect(statements).not.toContain(id);
    } finally {
      sent.mockRestore();
    }
  });

  it('becomes one sum after thirty days, however often that is done', async () => {
    await setCountMail(test.core, userId, true);
    for (let day = 0; day < 33; day += 1) {
      await count((counts) => counts.add('replied', [{ id, counted: true }]));
      test.advance(dayMs);
    }
    await Promise.all([sumOldAliasDays(test.core), sumOldAliasDays(test.core)]);
    await sumOldAliasDays(test.core);
    const { days, before } = await read();
    expect(days).toHaveLength(30);
    expect(before.replied).toBe(6);
    expect(await listCounts(test.core, userId)).toHaveLength(31);
  });

  it('is not counted unless its owner wants it, and what was is erased when they no longer do', async () => {
    await count((counts) => counts.add('held', [{ id, counted: false }]));
    // Switched off between the message and the write.
    await count((counts) => counts.add('held', [{ id, counted: true }]));
    expect((await read()).days).toEqual([]);
    await setCountMail(test.core, userId, true);
    await count((counts) => counts.add('held', [{ id, counted: true }]));
    expect((await read()).days).toHaveLength(1);
    await setCountMail(test.core, userId, false);
    expect(await read()).toMatchObject({ days: [], before: { held: 0 } });
  });

  it('of an alias that was deleted meanwhile holds up no other', async () => {
    await setCountMail(test.core, userId, true);
    const gone = '00000000-0000-4000-8000-000000000000';
    await count((counts) =>
      counts.add('forwarded', [
        { id: gone, counted: true },
        { id, counted: true },
      ]),
    );
    expect((await read()).days).toHaveLength(1);
  });

  it('is told to its owner alone', async () => {
    const other = (await signUp(test.core, `bob${round}@example.com`)).user.id;
    await expect(getAliasCounts(test.core, { aliasId: id, userId: other })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
