import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { forgetAlias } from '#core/aliases/delete-alias.ts';
import { createNoteUse } from '#core/aliases/standing/note-message.ts';
import { removeUnusedTombstones } from '#core/aliases/tombstones.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let bob: string;

beforeEach(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@example.com')).user.id;
  bob = (await signUp(test.core, 'bob@example.com', '198.51.100.1')).user.id;
});
afterEach(() => test.drop());

function create(userId: string, alias: string): Promise<Alias> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'box@example.org' };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '192.0.2.1' });
}
async function forget({ id }: Alias): Promise<void> {
  await forgetAlias(test.core, { aliasId: id, userId: ann });
}
async function wait(days: number): Promise<void> {
  test.advance(days * dayMs);
  await removeUnusedTombstones(test.core);
}
function use({ id }: Alias): Promise<void> {
  return createNoteUse(test.core.database, test.core.clock)([{ id, useNoted: false }]);
}

it('a name that never carried mail is free again after 90 days, one that did never', async () => {
  await forget(await create(ann, 'idle'));
  const used = await create(ann, 'used');
  await use(used);
  await forget(used);
  await wait(89);
  await expect(create(bob, 'idle')).rejects.toMatchObject({ code: 'alias_unavailable' });
  await wait(1);
  expect(await create(bob, 'idle')).toMatchObject({ alias: 'idle' });
  await expect(create(bob, 'used')).rejects.toMatchObject({ code: 'alias_unavailable' });
});

it('what a name carried stays with the name when its owner takes it again or renames the alias', async () => {
  const first = await create(ann, 'worn');
  await use(first);
  await forget(first);
  const again = await create(ann, 'worn');
  const input = { alias: 'fresh', forwardTo: 'box@example.org' };
  await updateAlias(test.core, { aliasId: again.id, userId: ann, ip: '192.0.2.1', input });
  await forget(again);
  await wait(90);
  await expect(create(bob, 'worn')).rejects.toMatchObject({ code: 'alias_unavailable' });
  expect(await create(bob, 'fresh')).toMatchObject({ alias: 'fresh' });
});
