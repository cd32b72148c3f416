import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pinAlias } from '#core/aliases/alias-settings.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { readAliasPage, type AliasQuery } from '#core/aliases/clients/read-alias-page.ts';
import { toggleAlias } from '#core/aliases/update-alias.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';

let test: TestCore;
let ann: string;
let office: string;

const everything: AliasQuery = {
  whereabouts: 'live',
  active: null,
  pinned: null,
  search: null,
  targetId: null,
  domainId: null,
  sort: 'createdAt',
  descending: true,
  page: 1,
  size: 100,
};

async function create(userId: string, alias: string, more: object = {}): Promise<string> {
  test.advance(1000);
  const input = { alias, domain: 'kauke.test', forwardTo: 'ann@home.example', ...more };
  const made = await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip: '192.0.2.1' });
  return made.id;
}

async function namesOf(query: Partial<AliasQuery>): Promise<string[]> {
  return (await readAliasPage(test.core, ann, { ...everything, ...query })).aliases.map(({ localPart }) => localPart);
}

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  const bob = (await signUp(test.core, 'bob@home.example')).user.id;
  await create(bob, 'foreign', { notes: 'Shoes' });
  await create(ann, 'one', { notes: '100% of my SHOES' });
  const two = await create(ann, 'two', { domain: 'mask.test', forwardTo: 'ann@home.example, office@work.example' });
  const three = await create(ann, 'three_x');
  await toggleAlias(test.core, { aliasId: three, userId: ann, active: false });
  await pinAlias(test.core, { aliasId: two, userId: ann, pinned: true });
  const [alias] = (await readAliasPage(test.core, ann, { ...everything, search: 'two@' })).aliases;
  office = alias?.targets[1]?.id ?? '';
});
afterAll(() => test.drop());

describe('the aliases of an account', () => {
  it.each<[string, Partial<AliasQuery>, string[]]>([
    ['are its own, newest first', {}, ['three_x', 'two', 'one']],
    ['come oldest first', { descending: false }, ['one', 'two', 'three_x']],
    ['come by address', { sort: 'email', descending: false }, ['one', 'three_x', 'two']],
    ['come by domain', { sort: 'domain', descending: true }, ['two', 'three_x', 'one']],
    ['come by state', { sort: 'active', descending: false }, ['three_x', 'one', 'two']],
    ['are filtered by state', { active: false }, ['three_x']],
    ['are filtered by pin', { pinned: true }, ['two']],
    ['are filtered by inbox', { targetId: '{office}' }, ['two']],
    ['are found by a part of the address over its @', { search: 'O@MASK' }, ['two']],
    ['are found by their notes in any case', { search: 'shoes' }, ['one']],
    ['are found by signs that mean more elsewhere', { search: '100%' }, ['one']],
    ['are not found by signs that are not there', { search: 't_o' }, []],
    ['come in pages', { page: 2, size: 2 }, ['one']],
    ['end somewhere', { page: 3, size: 2 }, []],
  ])('%s', async (_, query, names) => {
    expect(await namesOf(query.targetId === '{office}' ? { ...query, targetId: office } : query)).toEqual(names);
  });

  it('are counted over all pages', async () => {
    expect((await readAliasPage(test.core, ann, { ...everything, page: 3, size: 2 })).total).toBe(3);
    expect((await readAliasPage(test.core, ann, { ...everything, search: 'two' })).total).toBe(1);
  });

  it('carry their inboxes in order', async () => {
    const [alias] = (await readAliasPage(test.core, ann, { ...everything, pinned: true })).aliases;
    expect(alias?.targets.map(({ value }) => value)).toEqual(['ann@home.example', 'office@work.example']);
  });
});
