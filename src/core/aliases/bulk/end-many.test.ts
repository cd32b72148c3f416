import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import type { BulkChange, BulkInput } from '#contract/aliases/bulk.ts';
import { changeAliases } from '#core/aliases/bulk/change-aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { listChanges } from '#core/undos/undos.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

const ip = '192.0.2.1';
let test: TestCore;
let ann: string;
let aliasIds: string[];

beforeAll(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
});
afterAll(() => test.drop());
let round = 0;
// Each test has an account of its own, with four aliases.
beforeEach(async () => {
  round += 1;
  ann = (await signUp(test.core, `ann${round}@example.com`)).user.id;
  aliasIds = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    const input = { alias: `${name}-ends-${round}`, domain: 'kauke.test', forwardTo: 'ann@home.example' };
    aliasIds.push((await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip })).id);
  }
});

function ids(...places: number[]): string[] {
  return places.map((place) => aliasIds[place] ?? '');
}
function change(wanted: BulkChange, which: Omit<BulkInput, 'change'> = { ids: aliasIds }) {
  return changeAliases(test.core, { userId: ann, proven: false, ip }, { ...which, change: wanted });
}
function undo(name: string | null) {
  return undoChange(test.core, { undo: name ?? '', userId: ann, ip, refusal: null });
}
/** In the order they were made. */
async function now(): Promise<Alias[]> {
  return (await listAliases(test.core, ann, ann)).toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
}

it('many aliases get a number of messages and days without mail to end after, and takes both back', async () => {
  const { db } = test.core.database;
  const set = (place: number, columns: { messagesLeft?: number; lastUsedOn?: Date }) =>
    db.updateTable('aliases').set(columns).where('id', '=', ids(place)[0]!).execute();
  await change({ maxMessages: 5 }, { ids: ids(0, 1) });
  await set(0, { messagesLeft: 2 });
  await set(1, { messagesLeft: 0 });
  await change({ idleDays: 3 }, { ids: ids(2) });
  await set(2, { lastUsedOn: new Date(test.core.clock.now() - 30 * dayMs) });
  const before = await now();
  expect(before.map(({ ended }) => ended)).toEqual([null, 'count', 'idle', null]);

  // Those that had ended go on, and are switched by the same change.
  const answer = await change({ maxMessages: 10, idleDays: 7, active: false });
  expect(answer).toMatchObject({ changed: 4, skipped: [] });
  for (const alias of await now()) {
    expect(alias).toMatchObject({ active: false, ended: null, maxMessages: 10, messagesLeft: 10, idleDays: 7 });
  }
  const told = (await listChanges(test.core, ann)).find((one) => one.undo === answer.undo);
  expect(told).toMatchObject({ kind: 'paused', more: 3 });
  expect((await undo(answer.undo)).isWhole).toBe(true);
  // Days without mail count from now on, so that one goes on.
  const goesOn = { active: true, ended: null, forwardTo: 'ann@home.example', lastForwardTo: null };
  expect(await now()).toEqual(before.map((alias) => (alias.ended === 'idle' ? { ...alias, ...goesOn } : alias)));
  const rows = await db.selectFrom('aliases').select(['idleDays', 'lastUsedOn']).where('userId', '=', ann).execute();
  expect(rows.filter(({ idleDays, lastUsedOn }) => (idleDays === null) !== (lastUsedOn === null))).toEqual([]);
});

it('ends are taken away from many, and count anew where the same end is given again', async () => {
  const { db } = test.core.database;
  await change({ maxMessages: 5, idleDays: 3 }, { ids: ids(0, 1) });
  await db.updateTable('aliases').set({ messagesLeft: 1 }).where('id', '=', ids(0)[0]!).execute();
  expect(await change({ maxMessages: 5 }, { ids: ids(0, 1) })).toMatchObject({ changed: 1 });
  expect((await now())[0]).toMatchObject({ maxMessages: 5, messagesLeft: 5, idleDays: 3 });
  test.advance(dayMs);
  expect(await change({ idleDays: 3 }, { ids: ids(0, 1) })).toMatchObject({ changed: 2 });
  expect(await change({ idleDays: 3 }, { ids: ids(0, 1) })).toMatchObject({ changed: 0, undo: null });
  const cleared = await change({ expiresAt: null, maxMessages: null, idleDays: null });
  expect(cleared).toMatchObject({ changed: 2 });
  for (const alias of await now()) {
    expect(alias).toMatchObject({ maxMessages: null, messagesLeft: null, idleDays: null, ended: null });
  }
  // What was changed again since stays.
  await change({ maxMessages: 9 }, { ids: ids(0) });
  expect((await undo(cleared.undo)).isWhole).toBe(false);
  expect((await now()).map(({ maxMessages, idleDays }) => [maxMessages, idleDays])).toEqual([
    [9, 3],
    [5, 3],
    [null, null],
    [null, null],
  ]);
});

it('many end by themselves only where the mail is forwarded here, not elsewhere', async () => {
  const elsewhere = { ...test.core, provider: { ...test.core.provider, name: 'improvmx' } } as const;
  for (const wanted of [{ maxMessages: 1 }, { idleDays: 1 }]) {
    const changer = { userId: ann, proven: false, ip };
    const refused = changeAliases(elsewhere, changer, { ids: ids(0), change: wanted });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' });
  }
  expect((await now())[0]).toMatchObject({ maxMessages: null, idleDays: null });
});
