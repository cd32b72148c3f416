import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alias, UpdateAliasInput } from '#contract/aliases.ts';
import { changeAliasSettings, getAliasSettings } from '#core/aliases/alias-settings.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { toggleAlias, updateAlias } from '#core/aliases/update-alias.ts';
import { confirmTarget, stopTarget } from '#core/confirmation/confirm-target.ts';
import { storeKeyWithin } from '#core/targets/change-key.ts';
import { getAccountTarget, listTargets } from '#core/targets/target-views.ts';
import { setDefaultTarget } from '#core/accounts/choose-default-target.ts';
import { removeTarget } from '#core/targets/remove-targets.ts';
import { listChanges, removeOldUndos } from '#core/undos/undos.ts';
import { createTestCore, dayMs, signUp, tokenOf, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';

const ip = '192.0.2.1';
let test: TestCore;
let ann: string;
let bob: string;

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com')).user.id;
});
// Each test has a day of its own for the limits.
beforeEach(() => test.advance(dayMs));
afterAll(() => test.drop());

function create(alias: string, forwardTo = 'ann@example.com', userId = ann): Promise<Alias> {
  const input = { alias, domain: 'kauke.test', forwardTo, notes: 'first' };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip });
}
async function change({ id }: Alias, input: UpdateAliasInput): Promise<string> {
  return (await updateAlias(test.core, { aliasId: id, userId: ann, ip, input })).undo ?? '';
}
function undo(name: string | null, userId = ann) {
  return undoChange(test.core, { undo: name ?? '', userId, ip, refusal: null });
}
function present({ id }: Alias): Promise<Alias> {
  return getAlias(test.core.database.db, test.core, id, ann);
}
async function targetIdOf(value: string): Promise<string> {
  return (await listTargets(test.core, ann)).find((target) => target.value === value)?.id ?? '';
}
function lastMailTo(recipient: string) {
  return test.mails.findLast((mail) => mail.recipient === recipient);
}
async function confirm(address: string): Promise<void> {
  await confirmTarget(test.core, tokenOf(lastMailTo(address)), ann);
}

describe('an undone change', () => {
  it('puts targets, name, notes and the pause back as they were', async () => {
    const alias = await create('whole', 'one@example.org, two@example.org');
    const name = await change(alias, { alias: 'moved', forwardTo: 'other@example.org', notes: 'new', active: false });
    const { aliases, isWhole } = await undo(name);
    expect(isWhole).toBe(true);
    expect(aliases).toHaveLength(1);
    const { targets: before, ...rest } = alias;
    expect(aliases[0]).toMatchObject({ ...rest, forwardTo: 'one@example.org, two@example.org' });
    expect(aliases[0]?.targets.map(({ value }) => value)).toEqual(before.map(({ value }) => value));
    await expect(create('moved', 'bob@example.com', bob)).rejects.toMatchObject({ code: 'alias_unavailable' });
  });

  it('puts an end back, with the messages that were left', async () => {
    const alias = await create('ending');
    await change(alias, { notes: 'first', maxMessages: 5, idleDays: 9 });
    await test.core.database.db.updateTable('aliases').set({ messagesLeft: 2 }).where('id', '=', alias.id).execute();
    const before = await present(alias);
    test.advance(1);
    const expiresAt = new Date(test.core.clock.now() + dayMs).toISOString();
    const name = await change(alias, { notes: 'first', maxMessages: 100, idleDays: null, expiresAt });
    expect(await present(alias)).toMatchObject({ maxMessages: 100, messagesLeft: 100, idleDays: null, expiresAt });
    const [told] = await listChanges(test.core, ann);
    expect(told).toMatchObject({ undo: name, kind: 'life', of: 'ending@kauke.test', more: 0, guarded: false });
    expect((await undo(name)).isWhole).toBe(true);
    expect(await present(alias)).toEqual(before);
    expect(before).toMatchObject({ maxMessages: 5, messagesLeft: 2, idleDays: 9, expiresAt: null });
  });

  it('puts back whether replies are copied', async () => {
    const alias = await create('family', 'one@example.org, two@example.org');
    const name = await change(alias, { notes: 'first', copyReplies: true });
    expect(await present(alias)).toEqual({ ...alias, copyReplies: true });
    expect((await listChanges(test.core, ann))[0]).toMatchObject({ undo: name, kind: 'settings', guarded: false });
    expect((await undo(name)).isWhole).toBe(true);
    expect(await present(alias)).toEqual(alias);
  });

  it('works once, and two at once undo it once', async () => {
    const alias = await create('once');
    const paused = await toggleAlias(test.core, { aliasId: alias.id, userId: ann, active: false });
    const tries = await Promise.allSettled([undo(paused.undo), undo(paused.undo)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'not_found' } });
    expect(await present(alias)).toMatchObject({ active: true });
    await expect(undo(paused.undo)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is unknown to another account, and stays its owner’s', async () => {
    const alias = await create('own');
    const name = await deleteAlias(test.core, alias.id, ann);
    await expect(undo(name, bob)).rejects.toMatchObject({ code: 'not_found' });
    expect((await undo(name)).aliases).toMatchObject([{ id: alias.id }]);
  });

  it('ends after seven days, and is erased', async () => {
    const alias = await create('old');
    const name = await change(alias, { notes: 'kept' });
    test.advance(7 * dayMs - 1);
    const late = await change(alias, { notes: 'newer' });
    test.advance(1);
    await expect(undo(name)).rejects.toMatchObject({ code: 'not_found' });
    await removeOldUndos(test.core);
    const rows = await test.core.database.db.selectFrom('undos').select('id').where('id', 'in', [name, late]).execute();
    expect(rows).toEqual([{ id: late }]);
  });

  it('names nothing in the database', async () => {
    const alias = await create('sealed-name', 'sealed-target@example.org');
    await change(alias, { forwardTo: 'another@example.org', notes: 'changed' });
    await change(alias, { alias: 'renamed-name' });
    expect(await searchDatabase(test.core.database, ['sealed-name', 'sealed-target'])).toEqual([]);
  });

  it('that changed nothing has no name', async () => {
    const alias = await create('same');
    expect((await toggleAlias(test.core, { aliasId: alias.id, userId: ann, active: true })).undo).toBeNull();
    expect(
      (await updateAlias(test.core, { aliasId: alias.id, userId: ann, ip, input: { notes: 'first' } })).undo,
    ).toBeNull();
    expect(
      (await changeAliasSettings(test.core, { aliasId: alias.id, userId: ann }, { transparent: false })).undo,
    ).toBeNull();
  });
});

describe('a newer change', () => {
  it('is never overwritten: what was changed again stays, the rest goes back', async () => {
    const alias = await create('newer', 'one@example.org');
    const name = await change(alias, { forwardTo: 'two@example.org', notes: 'second' });
    await change(alias, { notes: 'third' });
    const { aliases, isWhole } = await undo(name);
    expect(isWhole).toBe(false);
    expect(aliases).toMatchObject([{ forwardTo: 'one@example.org', notes: 'third' }]);
  });

  it('of the same leaves nothing to undo, which is told and can be tried again', async () => {
    const alias = await create('overtaken', 'one@example.org');
    const first = await change(alias, { forwardTo: 'two@example.org', notes: 'first' });
    const second = await change(alias, { forwardTo: 'three@example.org', notes: 'first' });
    await expect(undo(first)).rejects.toMatchObject({ code: 'undo_overtaken' });
    expect(await present(alias)).toMatchObject({ forwardTo: 'three@example.org' });
    await undo(second);
    expect((await undo(first)).aliases).toMatchObject([{ forwardTo: 'one@example.org' }]);
  });

  it('that took the former name keeps it', async () => {
    const alias = await create('taken-back');
    const name = await change(alias, { alias: 'elsewhere', notes: 'first' });
    await create('taken-back');
    await expect(undo(name)).rejects.toMatchObject({ code: 'undo_overtaken' });
    expect(await present(alias)).toMatchObject({ alias: 'elsewhere' });
  });
});

describe('former targets', () => {
  it('come back for nobody who may not have them, and the change stays undoable', async () => {
    const alias = await create('guarded', 'safe@example.org');
    const name = await change(alias, { forwardTo: 'thief@example.org', notes: 'first' });
    for (const refusal of ['confirm_identity', 'session_required'] as const) {
      const wish = { undo: name, userId: ann, ip, refusal };
      await expect(undoChange(test.core, wish)).rejects.toMatchObject({ code: refusal });
    }
    expect(await present(alias)).toMatchObject({ forwardTo: 'thief@example.org' });
    expect((await undo(name)).aliases).toMatchObject([{ forwardTo: 'safe@example.org' }]);
  });

  it('are not needed to undo a pause', async () => {
    const alias = await create('pause-only');
    const { undo: name } = await toggleAlias(test.core, { aliasId: alias.id, userId: ann, active: false });
    const wish = { undo: name ?? '', userId: ann, ip, refusal: 'session_required' } as const;
    expect((await undoChange(test.core, wish)).aliases).toMatchObject([{ active: true }]);
  });
});

it('settings go back one by one', async () => {
  const { id } = await create('settings');
  const own = { aliasId: id, userId: ann };
  const first = await changeAliasSettings(test.core, own, { transparent: true, autoReplies: true, fromName: 'Ann' });
  await changeAliasSettings(test.core, own, { transparent: false });
  expect(first.settings).toMatchObject({ transparent: true, autoReplies: true, fromName: 'Ann' });
  const before = await getAliasSettings(test.core, own);
  const { isWhole } = await undo(first.undo);
  expect(isWhole).toBe(false);
  expect(await getAliasSettings(test.core, own)).toEqual({ ...before, autoReplies: false, fromName: null });
});

describe('a removed target', () => {
  it('comes back to its aliases in its place, confirmed, with its key, as the default, and its owner can still withdraw', async () => {
    const alias = await create('back', 'first@example.org, gone@example.org, last@example.org');
    const alone = await create('back-too', 'gone@example.org, last@example.org');
    await confirm('gone@example.org');
    const link = tokenOf(lastMailTo('gone@example.org'));
    const targetId = await targetIdOf('gone@example.org');
    await setDefaultTarget(test.core, ann, targetId);
    const key = {
      kind: 'openpgp',
      fingerprint: 'AB',
      algorithm: 'X25519',
      expiresAt: null,
      hideSubject: true,
    } as const;
    const stored = { ...key, octets: Buffer.from('key') };
    await storeKeyWithin(test.core.database.db, test.core.keys, { targetId, userId: ann }, stored);
    const { undo: name, aliasIds } = await removeTarget(test.core, targetId, ann);
    expect([...aliasIds].sort()).toEqual([alias.id, alone.id].sort());
    const { aliases, isWhole } = await undo(name);
    expect(isWhole).toBe(true);
    expect(aliases).toHaveLength(2);
    expect((await present(alias)).targets.map(({ value, state }) => `${value} ${state}`)).toEqual([
      'first@example.org pending',
      'gone@example.org confirmed',
      'last@example.org pending',
    ]);
    const again = await targetIdOf('gone@example.org');
    expect(await getAccountTarget(test.core, { targetId: again, userId: ann })).toMatchObject({ aliases: 2, key });
    const { defaultTargetId } = await test.core.database.db
      .selectFrom('users')
      .select('defaultTargetId')
      .where('id', '=', ann)
      .executeTakeFirstOrThrow();
    expect(defaultTargetId).toBe(again);
    await stopTarget(test.core, link);
    expect((await present(alias)).targets[1]).toMatchObject({ state: 'stopped' });
  });

  it('does not come back to an alias that was sent elsewhere since, nor confirmed when its owner stopped us', async () => {
    const kept = await create('kept', 'left@example.org, mine@example.org');
    const moved = await create('moved-on', 'left@example.org, mine@example.org');
    await confirm('left@example.org');
    const other = (await signUp(test.core, 'eve@example.com', '198.51.100.7')).user.id;
    await create('of-eve', 'left@example.org', other);
    const link = tokenOf(lastMailTo('left@example.org'));
    const { undo: name } = await removeTarget(test.core, await targetIdOf('left@example.org'), ann);
    await change(moved, { forwardTo: 'new@example.org', notes: 'first' });
    await stopTarget(test.core, link);
    const { isWhole } = await undo(name);
    expect(isWhole).toBe(false);
    expect((await present(kept)).targets).toMatchObject([
      { value: 'left@example.org', state: 'stopped' },
      { value: 'mine@example.org' },
    ]);
    expect((await present(moved)).targets.map(({ value }) => value)).toEqual(['new@example.org']);
  });
});

it('the latest changes are listed to their owner alone, newest first', async () => {
  const { user } = await signUp(test.core, 'cy@example.com', '198.51.100.9');
  const alias = await create('listed', 'cy@example.com', user.id);
  const own = { aliasId: alias.id, userId: user.id };
  await toggleAlias(test.core, { ...own, active: false });
  test.advance(1000);
  await updateAlias(test.core, { ...own, ip, input: { forwardTo: 'x@example.org', notes: 'first' } });
  test.advance(1000);
  await deleteAlias(test.core, alias.id, user.id);
  expect(await listChanges(test.core, user.id)).toMatchObject([
    { kind: 'deleted', of: 'listed@kauke.test', guarded: false },
    { kind: 'targets', of: 'listed@kauke.test', guarded: true },
    { kind: 'paused', of: 'listed@kauke.test', guarded: false },
  ]);
});
