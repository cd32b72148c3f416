import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import type { BulkChange, BulkInput } from '#contract/aliases/bulk.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { setBinDays } from '#core/accounts/account.ts';
import { changeAliases } from '#core/aliases/bulk/change-aliases.ts';
import { findAliases } from '#core/aliases/bulk/find-aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { readBinnedAliases } from '#core/aliases/read-aliases.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { toggleAlias } from '#core/aliases/update-alias.ts';
import { listLabels } from '#core/labels/labels.ts';
import { listChanges } from '#core/undos/undos.ts';
import { askedStatements } from '#support/asked-statements.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

const ip = '192.0.2.1';
let test: TestCore;
let ann: string;
let bob: string;
let aliases: Alias[];

beforeAll(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
});
afterAll(() => test.drop());
let round = 0;
// Each test has an account of its own, with four aliases.
beforeEach(async () => {
  test.advance(dayMs);
  round += 1;
  ann = (await signUp(test.core, `ann${round}@example.com`)).user.id;
  bob = (await signUp(test.core, `bob${round}@example.com`)).user.id;
  aliases = [];
  for (const name of ['a', 'b', 'c', 'd']) aliases.push(await create(`${name}.of${round}`));
});

function create(alias: string, more: object = {}, userId = ann): Promise<Alias> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'ann@home.example', ...more };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip });
}
function ids(...places: number[]): string[] {
  return places.map((place) => aliases[place]?.id ?? '');
}
function change(wanted: BulkChange, which: Omit<BulkInput, 'change'> = { ids: ids(0, 1, 2, 3) }, proven = false) {
  return changeAliases(test.core, { userId: ann, proven, ip }, { ...which, change: wanted });
}
function undo(name: string | null) {
  return undoChange(test.core, { undo: name ?? '', userId: ann, ip, refusal: null });
}
/** By name, in the order they were made. */
async function now(userId = ann): Promise<Alias[]> {
  return (await listAliases(test.core, userId, userId)).toSorted((a, b) => (a.alias < b.alias ? -1 : 1));
}

describe('one change of many aliases', () => {
  it('pauses, labels, sends elsewhere and ends them at once, and is undone at once', async () => {
    const before = await now();
    const expiresAt = new Date(test.core.clock.now() + dayMs).toISOString();
    const wanted = { active: false, addLabels: ['Shops', 'news'], forwardTo: 'new@home.example', expiresAt };
    const answer = await change(wanted);
    expect(answer).toMatchObject({ changed: 4, skipped: [], message: '4 aliases changed' });
    for (const alias of await now()) {
      expect(alias).toMatchObject({
        active: false,
        labels: ['news', 'Shops'],
        lastForwardTo: 'new@home.example',
        expiresAt,
      });
    }
    const [told] = await listChanges(test.core, ann);
    expect(told).toMatchObject({ undo: answer.undo, kind: 'targets', more: 3, guarded: true });
    const undone = await undo(answer.undo);
    expect(undone.isWhole).toBe(true);
    expect(undone.aliases).toHaveLength(4);
    expect(await now()).toEqual(before);
  });

  it('gives each what its owner says of them, sealed by itself, and is undone', async () => {
    await change({ notes: 'of two', copyReplies: true }, { ids: ids(0, 1) });
    const before = await now();
    expect(before.map(({ notes, copyReplies }) => [notes, copyReplies])).toEqual([
      ['of two', true],
      ['of two', true],
      [null, false],
      [null, false],
    ]);
    test.advance(1);
    const answer = await change({ notes: 'of all', copyReplies: true });
    expect(answer).toMatchObject({ changed: 4, skipped: [] });
    for (const alias of await now()) expect(alias).toMatchObject({ notes: 'of all', copyReplies: true });
    const sealed = await readAliasRows(test.core.database.db, { userId: ann }, ['notes', 'notesSealed']);
    expect(sealed.map(({ notes }) => notes)).toEqual([null, null, null, null]);
    expect(new Set(sealed.map(({ notesSealed }) => notesSealed?.toString('hex'))).size).toBe(4);
    const [told] = await listChanges(test.core, ann);
    expect(told).toMatchObject({ undo: answer.undo, kind: 'settings', more: 3, guarded: false });
    expect((await undo(answer.undo)).isWhole).toBe(true);
    expect(await now()).toEqual(before);
    // A text with nothing to read in it is none.
    expect(await change({ notes: ' ' })).toMatchObject({ changed: 2 });
    expect((await now()).map(({ notes }) => notes)).toEqual([null, null, null, null]);
    expect(await change({ notes: null })).toMatchObject({ changed: 0, undo: null });
  });

  it('asks as many statements for twenty of them as for four, although each had a text of its own', async () => {
    const counts: number[] = [];
    for (const more of [0, 16]) {
      for (let at = 0; at < more; at += 1) aliases.push(await create(`more${at}x${round}`));
      for (const { id, alias } of aliases) await change({ notes: `Of ${alias}` }, { ids: [id] });
      const before = await now();
      const which = { ids: aliases.map(({ id }) => id) };
      let name: string | null = null;
      const changed = await askedStatements(async () => ({ undo: name } = await change({ notes: 'The same' }, which)));
      const undone = await askedStatements(() => undo(name));
      expect(await now()).toEqual(before);
      counts.push(changed, undone);
    }
    const [changedFew, undoneFew, changedMany, undoneMany] = counts;
    expect([changedMany, undoneMany]).toEqual([changedFew, undoneFew]);
  });

  it('leaves alone what was changed again since', async () => {
    const { undo: name } = await change({ active: false });
    await toggleAlias(test.core, { aliasId: ids(1)[0] ?? '', userId: ann, active: true });
    await toggleAlias(test.core, { aliasId: ids(2)[0] ?? '', userId: ann, active: true });
    await toggleAlias(test.core, { aliasId: ids(2)[0] ?? '', userId: ann, active: false });
    expect((await undo(name)).isWhole).toBe(false);
    expect((await now()).map(({ active }) => active)).toEqual([true, true, true, true]);
    await expect(undo(name)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('deletes into the bin, restores from there and back again by undoing', async () => {
    const answer = await change({ delete: true }, { ids: ids(0, 1) });
    expect(answer).toMatchObject({ changed: 2, message: '2 aliases deleted' });
    expect(await readBinnedAliases(test.core, ann, ann)).toHaveLength(2);
    expect((await undo(answer.undo)).isWhole).toBe(true);
    expect(await now()).toHaveLength(4);
    await change({ delete: true }, { ids: ids(0, 1, 2) });
    const restored = await change({ restore: true }, { filter: { search: `a.of${round}@` } });
    expect(restored).toMatchObject({ changed: 1, undo: null, message: '1 alias restored' });
    expect((await change({ restore: true }, { ids: ids(1, 2, 3) })).skipped).toEqual([
      { id: ids(3)[0], message: 'Not found' },
    ]);
    expect(await now()).toHaveLength(4);
    // Nobody else got the names meanwhile, and the tombstones are lifted again.
    await expect(create(`a.of${round}`, {}, bob)).rejects.toMatchObject({ code: 'alias_unavailable' });
  });

  it('deletes for good where there is no bin, and gives the names to nobody else', async () => {
    await setBinDays(test.core, ann, 0);
    expect(await change({ delete: true }, { filter: {} })).toMatchObject({ changed: 4, undo: null });
    expect(await now()).toEqual([]);
    expect(await readBinnedAliases(test.core, ann, ann)).toEqual([]);
    await expect(create(`b.of${round}`, {}, bob)).rejects.toMatchObject({ code: 'alias_unavailable' });
    expect(await create(`b.of${round}`)).toMatchObject({ alias: `b.of${round}` });
  });

  it('says of each that it cannot change why, and changes nothing of others', async () => {
    const ended = await create(`e${round}`, { maxMessages: 1 });
    await test.core.database.db.updateTable('aliases').set({ messagesLeft: 0 }).where('id', '=', ended.id).execute();
    const strange = await create(`theirs${round}`, {}, bob);
    const named = [ended.id, strange.id, randomUUID(), ...ids(0)];
    const answer = await change({ active: false, addLabels: ['x'] }, { ids: named });
    expect(answer.changed).toBe(2);
    expect(answer.skipped.map(({ id, message }) => [id, message])).toEqual([
      [strange.id, 'Not found'],
      [named[2], 'Not found'],
      [ended.id, 'This alias has ended. Give it another end, or none.'],
    ]);
    expect(await now(bob)).toEqual([strange]);
  });

  it('counts once towards limits, but each alias towards the number that takes a fresh proof', async () => {
    const many = [...ids(0, 1, 2, 3)];
    for (let made = 0; made < 17; made += 1) many.push((await create(`many${round}-${made}`)).id);
    await expect(change({ delete: true }, { ids: many })).rejects.toMatchObject({ code: 'confirm_identity' });
    await expect(change({ forwardTo: 'z@home.example' }, { ids: many })).rejects.toMatchObject({
      code: 'confirm_identity',
    });
    expect((await now()).every(({ forwardTo }) => forwardTo === 'ann@home.example')).toBe(true);
    expect(await change({ active: false }, { ids: many })).toMatchObject({ changed: 21 });
    expect(await change({ delete: true }, { ids: many }, true)).toMatchObject({ changed: 21 });
    const { rows } = await test.core.database.pool.query<{ count: number }>(
      `select count from rate_limits where user_id = $1 and action_type = 'alias_changes'`,
      [ann],
    );
    expect(rows).toEqual([{ count: 4 }]);
  });

  it('changes ten thousand aliases in a moment, while mail to others goes on', async () => {
    const { pool } = test.core.database;
    await pool.query(
      `insert into aliases (id, user_id, domain_id, local_part)
       select gen_random_uuid(), $1, (select id from domains limit 1), 'many-' || $2 || '-' || n from generate_series(1, 10000) n`,
      [ann, round],
    );
    const answer = await change({ addLabels: ['all'], active: false, expiresAt: null }, { filter: {} });
    expect(answer.changed).toBe(10_004);
    const undone = await undo(answer.undo);
    expect(undone.isWhole).toBe(true);
    expect((await now()).every(({ active, labels }) => active && labels.length === 0)).toBe(true);
  });
});

describe('a filter', () => {
  it('finds by address, target, notes, labels, domain and state, as the list does', async () => {
    const other = await create(`o${round}`, {
      domain: 'mask.test',
      notes: 'Running SHOES',
      forwardTo: 'Box@else.example',
      labels: ['shop'],
    });
    const both = await create(`p${round}`, { labels: ['Shop', 'old'] });
    const ended = await create(`q${round}`, { maxMessages: 1 });
    await test.core.database.db.updateTable('aliases').set({ messagesLeft: 0 }).where('id', '=', ended.id).execute();
    await toggleAlias(test.core, { aliasId: ids(0)[0] ?? '', userId: ann, active: false });
    await change({ delete: true }, { ids: ids(1) });
    const find = async (filter: object) =>
      (await findAliases(test.core, ann, ann, filter))
        .map(({ alias }) => alias.slice(0, 1))
        .toSorted()
        .join('');
    expect(await find({})).toBe('acdopq');
    expect(await find({ search: 'shoes' })).toBe('o');
    expect(await find({ search: 'BOX@else' })).toBe('o');
    expect(await find({ search: `P${round}@kauke` })).toBe('p');
    expect(await find({ search: '%' })).toBe('');
    expect(await find({ search: 'SHO' })).toBe('op');
    expect(await find({ domain: 'mask.test' })).toBe('o');
    expect(await find({ target: 'box@ELSE.example' })).toBe('o');
    expect(await find({ target: other.targets[0]?.id })).toBe('o');
    expect(await find({ target: 'nonsense' })).toBe('');
    expect(await find({ labels: ['SHOP'] })).toBe('op');
    expect(await find({ labels: ['shop', 'old'] })).toBe('p');
    expect(await find({ labels: ['none'] })).toBe('');
    expect(await find({ state: 'paused' })).toBe('a');
    expect(await find({ state: 'ended' })).toBe('q');
    expect(await find({ state: 'bin' })).toBe('b');
    expect(await find({ state: 'on' })).toBe('cdop');
    expect(await find({ state: 'waiting' })).toBe('');
    expect(await find({ state: 'failing' })).toBe('');
    await test.core.database.pool.query('update targets set failing_since = now() where id = $1', [
      both.targets[0]?.id,
    ]);
    expect(await find({ state: 'failing' })).toBe('cdp');
    expect((await listLabels(test.core, ann)).map(({ name, aliases: count }) => [name, count])).toEqual([
      ['old', 1],
      ['shop', 2],
    ]);
    await expect(findAliases(test.core, ann, bob, {})).rejects.toMatchObject({ code: 'not_found' });
  });
});
