import { afterEach, beforeEach, expect, it } from 'vitest';
import { changeAliasSettings, getAliasSettings, toggleAlias, pinAlias } from '#core/aliases/alias-settings.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
beforeEach(async () => {
  test = await createTestCore();
});
afterEach(() => test.drop());

it('an account changes its aliases 600 times an hour, in whatever way', async () => {
  const { core } = test;
  const ip = '192.0.2.1';
  const userId = (await signUp(core, 'ann@example.com')).user.id;
  const input = { alias: 'one', domain: 'kauke.test', forwardTo: 'ann@example.com' };
  const { id: aliasId } = await createAlias(core, input, { ownerId: userId, askerId: userId, ip });
  const own = { aliasId, userId };
  const changes = [
    () => toggleAlias(core, { ...own, active: false }),
    () => pinAlias(core, { ...own, pinned: true }),
    () => changeAliasSettings(core, own, { transparent: true }),
    () => updateAlias(core, { ...own, ip, input: { notes: 'shoes' } }),
  ];
  for (const change of changes) await change();
  const { db } = core.database;
  const counted = db.updateTable('rateLimits').set({ count: 600 }).where('actionType', '=', 'alias_changes');
  expect(await counted.returning('userId').execute()).toEqual([{ userId }]);
  for (const change of [...changes, () => deleteAlias(core, aliasId, userId)]) {
    await expect(change()).rejects.toMatchObject({ code: 'rate_limited' });
  }
  expect(await getAliasSettings(core, own)).toMatchObject({ transparent: true });
  test.advance(3_600_000);
  await deleteAlias(core, aliasId, userId);
});
