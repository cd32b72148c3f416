import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { setBinDays } from '#core/accounts/account.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { restoreAlias } from '#core/aliases/generated/generate-alias.ts';
import { removeOldAliasChanges } from '#core/targets/count-alias-changes.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';

let test: TestCore;
let ann: string;
let bob: string;
const ip = '192.0.2.1';

function create(userId: string, alias: string): Promise<Alias> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'office@work.example', notes: 'shoes' };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip });
}

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  // Without a bin: what has left it is made again in the same way.
  await setBinDays(test.core, ann, 0);
  bob = (await signUp(test.core, 'bob@home.example')).user.id;
});
afterAll(() => test.drop());

it('a deleted alias comes back at the same address with the default target, and only once', async () => {
  const { id } = await create(ann, 'returning');
  await deleteAlias(test.core, id, ann, { restorable: true });
  const restored = await restoreAlias(test.core, { aliasId: id, userId: ann }, ip);
  expect(restored).toMatchObject({
    alias: 'returning',
    domain: 'kauke.test',
    forwardTo: 'ann@home.example',
    notes: null,
  });
  expect(restored.id).toBe(id);
  await expect(restoreAlias(test.core, { aliasId: id, userId: ann }, ip)).rejects.toMatchObject({ code: 'not_found' });
});

it('what was deleted for good, or belongs to somebody else, does not come back', async () => {
  const gone = await create(ann, 'gone');
  await deleteAlias(test.core, gone.id, ann);
  const own = await create(ann, 'own');
  await deleteAlias(test.core, own.id, ann, { restorable: true });
  for (const deleted of [
    { aliasId: gone.id, userId: ann },
    { aliasId: own.id, userId: bob },
    { aliasId: test.core.random.uuid(), userId: ann },
  ]) {
    await expect(restoreAlias(test.core, deleted, ip)).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(create(bob, 'own')).rejects.toMatchObject({ code: 'alias_unavailable' });
});

it('the database tells neither the address nor the id of what can come back', async () => {
  const { id } = await create(ann, 'unreadable');
  await deleteAlias(test.core, id, ann, { restorable: true });
  // Counted among the changes of the last minutes, its id is forgotten with them.
  test.advance(dayMs);
  await removeOldAliasChanges(test.core);
  expect(
    await searchDatabase(test.core.database, ['unreadable', id, Buffer.from(id.replaceAll('-', ''), 'hex')]),
  ).toEqual([]);
});
