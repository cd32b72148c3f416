import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { updateAlias } from '#core/aliases/update-alias.ts';
import { listDomainAliases } from '#core/own-domains/domain-aliases.ts';
import { inviteMember, joinDomain, listMembers } from '#core/own-domains/members.ts';
import { removeDomain } from '#core/own-domains/own-domains.ts';
import { getOwnDomain } from '#core/own-domains/read-domains.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';

let test: TestCore;
let ann: string;
let bob: string;
let eve: string;
let domainId: string;

beforeAll(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example')).user.id;
  eve = (await signUp(test.core, 'eve@work.example')).user.id;
  const forwardTo = ['secret@home.example'];
  domainId = (await addOwnDomain(test.core, { userId: ann, name: 'own.example', forwardTo })).id;
  await invite(bob, 'maker');
  await invite(eve, 'admin');
});
afterAll(() => test.drop());

async function invite(userId: string, role: 'maker' | 'admin'): Promise<void> {
  const { token } = await inviteMember(test.core, { domainId, userId: ann }, { name: role, role });
  await joinDomain(test.core, userId, token);
}

function make(userId: string, alias: string, more: object = {}) {
  const input = { alias, domain: 'own.example', forwardTo: 'box@elsewhere.example', notes: 'told nobody', ...more };
  return createAlias(test.core, input, { ownerId: userId, askerId: userId, ip });
}

it('an admin sees names and states of all aliases, and nothing else', async () => {
  await make(ann, 'letters');
  const paused = await make(bob, 'shop');
  const input = { active: false };
  await updateAlias(test.core, { aliasId: paused.id, userId: bob, ip, input });
  await make(bob, 'week', { expiresAt: new Date(test.core.clock.now() + 1000).toISOString() });
  const binned = await make(bob, 'binned');
  await deleteAlias(test.core, binned.id, bob, { proven: true });
  test.advance(2000);
  const members = await listMembers(test.core, { domainId, userId: eve });
  const owner = members.find(({ state }) => state === 'owner');
  const maker = members.find(({ name }) => name === 'maker');
  const aliases = [
    { name: 'letters', memberId: owner?.id, state: 'on', givable: false },
    { name: 'shop', memberId: maker?.id, state: 'paused', givable: false },
    { name: 'week', memberId: maker?.id, state: 'ended', givable: false },
  ];
  const asAdmin = { domainId, userId: eve };
  expect(await listDomainAliases(test.core, asAdmin, {})).toEqual({ aliases, next: null });
  expect(await listDomainAliases(test.core, asAdmin, { member: owner?.id ?? '' })).toEqual({
    aliases: aliases.slice(0, 1),
    next: null,
  });
});

it('a maker and a stranger see none of it', async () => {
  const stranger = (await signUp(test.core, 'dan@work.example')).user.id;
  for (const userId of [bob, stranger]) {
    await expect(listDomainAliases(test.core, { domainId, userId }, {})).rejects.toMatchObject({ code: 'not_found' });
  }
});

it('comes page by page', async () => {
  const { id } = await addOwnDomain(test.core, { userId: ann, name: 'many.example' });
  const names = Array.from({ length: limits.domainAliasesPerPage + 5 }, (_, at) => `n${String(at).padStart(4, '0')}`);
  const rows = names.map((localPart) => ({ id: test.core.random.uuid(), userId: ann, domainId: id, localPart }));
  await test.core.database.db.insertInto('aliases').values(rows).execute();
  const asOwner = { domainId: id, userId: ann };
  const first = await listDomainAliases(test.core, asOwner, {});
  expect(first.aliases.map(({ name }) => name)).toEqual(names.slice(0, limits.domainAliasesPerPage));
  expect(first.aliases[0]).toMatchObject({ state: 'waiting' });
  const rest = await listDomainAliases(test.core, asOwner, { after: first.next ?? '' });
  expect(rest).toMatchObject({ aliases: names.slice(-5).map((name) => ({ name })), next: null });
});

it('keeps an alias in the list whose maker has left', async () => {
  await removeDomain(test.core, { domainId, userId: bob });
  const { aliases } = await listDomainAliases(test.core, { domainId, userId: ann }, {});
  expect(aliases).toContainEqual({ name: 'shop', memberId: null, state: 'paused', givable: false });
});

it('where mail to new names goes is shown to the owner alone', async () => {
  expect(await getOwnDomain(test.core, { domainId, userId: ann })).toMatchObject({
    defaultForwardTo: 'secret@home.example',
  });
  expect(await getOwnDomain(test.core, { domainId, userId: eve })).toMatchObject({
    role: 'admin',
    defaultForwardTo: null,
  });
});
