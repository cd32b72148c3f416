import { afterAll, beforeEach, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias, forgetAlias } from '#core/aliases/delete-alias.ts';
import { getAlias } from '#core/aliases/read-aliases.ts';
import { undoChange } from '#core/aliases/undo-change.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { lockAccount } from '#core/user-row.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addAliasRows, addMembers, addOwnDomain } from '#support/own-domain.ts';

/** Names of roles that another account of a domain had and deleted: they are there for whoever has or manages the domain. */

const ip = '192.0.2.1';
const test: TestCore = await createTestCore({ targetConfirmation: 'off' });
let serial = 0;
let owner: string;
let maker: string;
let domain: { readonly id: string; readonly name: string };

beforeEach(async () => {
  serial += 1;
  owner = (await signUp(test.core, `owner${serial}@home.example`, `198.51.100.${serial}`)).user.id;
  maker = (await signUp(test.core, `maker${serial}@work.example`, `198.51.101.${serial}`)).user.id;
  domain = await addOwnDomain(test.core, { userId: owner, name: `d${serial}.example` });
  await addMembers(test.core, domain.id, [maker]);
});
afterAll(() => test.drop());

function make(userId: string, alias: string) {
  const input = { alias, domain: domain.name, forwardTo: 'box@elsewhere.example' };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip });
}

/** As it stands since before makers got none of them. */
async function addOld(alias: string): Promise<string> {
  await addAliasRows(test.core, { userId: maker, domainId: domain.id, names: [alias] });
  const { id } = await test.core.database.db
    .selectFrom('aliases')
    .select('id')
    .where('localPart', '=', alias)
    .where('domainId', '=', domain.id)
    .executeTakeFirstOrThrow();
  return id;
}

const unavailable = { code: 'alias_unavailable' };

it('is the owner’s when it lies in a maker’s bin, and is there no more', async () => {
  const id = await addOld('admin');
  await expect(make(owner, 'admin')).rejects.toMatchObject(unavailable);
  await deleteAlias(test.core, id, maker, { proven: true });
  const made = await make(owner, 'admin');
  expect(made).toMatchObject({ alias: 'admin', domain: domain.name });
  await expect(getAlias(test.core.database.db, test.core, id, maker)).rejects.toMatchObject({ code: 'not_found' });
  await expect(make(maker, 'admin')).rejects.toMatchObject({ code: 'alias_reserved' });
});

it('is the owner’s, and an admin’s, when a maker deleted it for good', async () => {
  const admin = (await signUp(test.core, `admin${serial}@work.example`, `198.51.102.${serial}`)).user.id;
  await addMembers(test.core, domain.id, [admin], 'admin');
  for (const [name, userId] of [
    ['hostmaster', owner],
    ['abuse', admin],
  ] as const) {
    await forgetAlias(test.core, { aliasId: await addOld(name), userId: maker });
    expect(await make(userId, name)).toMatchObject({ alias: name });
  }
});

it('is an alias’s that is renamed to it', async () => {
  await deleteAlias(test.core, await addOld('webmaster'), maker, { proven: true });
  await forgetAlias(test.core, { aliasId: await addOld('postmaster'), userId: maker });
  for (const name of ['webmaster', 'postmaster']) {
    const { id: aliasId } = await make(owner, `first-${name}`);
    const input = { alias: name, forwardTo: 'box@elsewhere.example' };
    expect(await updateAlias(test.core, { aliasId, userId: owner, ip, input })).toMatchObject({
      alias: { alias: name },
    });
  }
});

it('leaves every other name to whoever had it', async () => {
  await deleteAlias(test.core, (await make(maker, 'letters')).id, maker, { proven: true });
  await forgetAlias(test.core, { aliasId: (await make(maker, 'notes')).id, userId: maker });
  for (const name of ['letters', 'notes']) await expect(make(owner, name)).rejects.toMatchObject(unavailable);
  expect(await make(maker, 'notes')).toMatchObject({ alias: 'notes' });
});

it('waits for nobody whose account is held, and is made afterwards', async () => {
  await deleteAlias(test.core, await addOld('administrator'), maker, { proven: true });
  await test.core.database.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, maker);
    await expect(make(owner, 'administrator')).rejects.toMatchObject(unavailable);
  });
  expect(await make(owner, 'administrator')).toMatchObject({ alias: 'administrator' });
});

it('is one owner’s alone of two who ask at once', async () => {
  await deleteAlias(test.core, await addOld('admin'), maker, { proven: true });
  const made = await Promise.allSettled([make(owner, 'admin'), make(owner, 'admin')]);
  expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

it('forwards where it does when its holder undoes more than is theirs to undo, and is told so', async () => {
  const { db } = test.core.database;
  await db.updateTable('domainMembers').set({ role: 'admin' }).where('userId', '=', maker).execute();
  const { id: aliasId } = await make(maker, 'abuse');
  const input = { forwardTo: 'other@elsewhere.example', notes: 'new' };
  const { undo } = await updateAlias(test.core, { aliasId, userId: maker, ip, input });
  await db.updateTable('domainMembers').set({ role: 'maker' }).where('userId', '=', maker).execute();
  const undone = await undoChange(test.core, { undo: undo ?? '', userId: maker, ip, refusal: null });
  expect(undone).toMatchObject({ isWhole: false, aliases: [{ forwardTo: 'other@elsewhere.example', notes: null }] });
});
