import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { sealOpenNotes } from '#core/aliases/notes.ts';
import { readAliasPage } from '#core/aliases/clients/read-alias-page.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';

const written = 'Bought RUNNING shoes here';
const renewed = 'Never again, said Ona';
const label = 'Footwear and such';

let test: TestCore;
let userId: string;

beforeAll(async () => {
  test = await createTestCore();
  userId = (await signUp(test.core, 'ann@example.com')).user.id;
});
afterAll(() => test.drop());

async function create(alias: string): Promise<string> {
  const input = { alias, domain: 'kauke.test', forwardTo: 'ann@example.com', notes: written, labels: [label] };
  return (await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '' })).id;
}
async function search(text: string): Promise<string[]> {
  const query = {
    whereabouts: 'live',
    active: null,
    pinned: null,
    search: text,
    targetId: null,
    domainId: null,
  } as const;
  const page = { sort: 'email', descending: false, page: 1, size: 10 } as const;
  return (await readAliasPage(test.core, userId, { ...query, ...page })).aliases.map(({ localPart }) => localPart);
}
const shown = async () => (await listAliases(test.core, userId, userId)).map(({ notes }) => notes);

it('a copy of the database holds no note and no label, neither those there are nor those there were', async () => {
  const aliasId = await create('shop');
  const input = { notes: renewed, labels: ['Ona'] };
  const { alias, undo } = await updateAlias(test.core, { aliasId, userId, ip: '', input });
  expect(alias).toMatchObject({ notes: renewed, labels: ['Ona'] });
  expect(await shown()).toEqual([renewed]);
  expect(await search('SAID ona')).toEqual(['shop']);
  expect(await searchDatabase(test.core.database, [written, renewed, label, 'shop'])).toEqual(['shop']);
  await undoChange(test.core, { undo: undo ?? '', userId, ip: '', refusal: null });
  expect(await shown()).toEqual([written]);
  expect(await searchDatabase(test.core.database, [written, renewed, label])).toEqual([]);
});

it('notes that a release before wrote are shown, found and then sealed', async () => {
  const aliasId = await create('before');
  const { pool } = test.core.database;
  const old = 'as "it" was\twritten';
  await pool.query('update aliases set notes = $2, notes_sealed = null where id = $1', [aliasId, old]);
  const before = await shown();
  expect(before).toContain(old);
  expect(await search('"IT"')).toEqual(['before']);
  await Promise.all([sealOpenNotes(test.core), sealOpenNotes(test.core)]);
  expect(await shown()).toEqual(before);
  expect(await search('"IT"')).toEqual(['before']);
  const { rows } = await pool.query('select count(*)::int as count from aliases where notes is not null');
  expect(rows).toEqual([{ count: 0 }]);
});
