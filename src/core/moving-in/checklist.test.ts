import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveLimits } from '#contract/moves/move-limits.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { addChanges, clearChecklist, listChecklist, tickEntry } from '#core/moving-in/checklist.ts';
import { removeOldMoves } from '#core/moving-in/move-life.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

const ip = '192.0.2.1';
const yearMs = 366 * 24 * 60 * 60 * 1000;

let test: TestCore;
let ann: string;
beforeAll(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
});
afterAll(() => test.drop());

async function make(alias: string, old: string, position: number): Promise<string> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'ann@inbox.example' };
  const { id } = await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip });
  await addChanges(test.core.database.db, test.core, ann, [{ service: 'addy', aliasId: id, old, position }]);
  return id;
}

const listed = async () => (await listChecklist(test.core, ann)).map(({ old }) => old);

it('entries of aliases in the bin take no place in the list', async () => {
  const binned = await make('letters', 'letters@old.example', 0);
  await make('shop', 'shop@old.example', 1);
  expect(await listed()).toEqual(['letters@old.example', 'shop@old.example']);
  await deleteAlias(test.core, binned, ann, { proven: true });
  await test.core.database.pool.query(
    `insert into site_changes (id, user_id, service, alias_id, old_sealed, old_hash, position, created_at)
     select gen_random_uuid(), user_id, service, alias_id, old_sealed, int4send(n), 0, created_at
     from site_changes, generate_series(1, $2::int) n where alias_id = $1`,
    [binned, moveLimits.aliasesMax],
  );
  expect(await listed()).toEqual(['shop@old.example']);
});

it('a list is cleared of what is done, by hand or by mail, wherever its alias lies', async () => {
  const { db } = test.core.database;
  const used = await make('used', 'used@old.example', 2);
  await make('ticked', 'ticked@old.example', 3);
  await db.updateTable('aliases').set({ everUsed: true }).where('id', '=', used).execute();
  await deleteAlias(test.core, used, ann, { proven: true });
  const [, ticked] = await listChecklist(test.core, ann);
  await tickEntry(test.core, { entryId: ticked?.id ?? '', userId: ann }, true);
  const ofUsed = db.selectFrom('siteChanges').select('id').where('aliasId', '=', used);
  expect(await ofUsed.execute()).toHaveLength(1);
  await clearChecklist(test.core, ann);
  expect(await listed()).toEqual(['shop@old.example']);
  expect(await ofUsed.execute()).toEqual([]);
});

it('a list goes once it is old and nothing is left to do on it, and stays as long as something is', async () => {
  const { db } = test.core.database;
  test.advance(yearMs);
  await removeOldMoves(test.core);
  expect(await listed()).toEqual(['shop@old.example']);
  await db.updateTable('aliases').set({ everUsed: true }).execute();
  await removeOldMoves(test.core);
  expect(await db.selectFrom('siteChanges').select('id').execute()).toEqual([]);
});
