import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { applyDeletions } from '#core/backups/deletions.ts';
import { changeDomain, claimDomain, removeDomain } from '#core/own-domains/own-domains.ts';
import { replaceRules } from '#core/rules/domain-rules.ts';
import { readSecurity } from '#core/security/read-security.ts';
import { createTestCore, eraseAccount, signUp, type TestCore } from '#support/core.ts';
import { addAliasRows, addMembers, addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';

let test: TestCore;
let ann: string;
let bob: string;
let round = 0;

beforeAll(async () => {
  const domains = { own: true, below: ['kauke.test'], mailHostname: 'mx.kauke.test' };
  test = await createTestCore({ targetConfirmation: 'off', domains });
});
afterAll(() => test.drop());

beforeEach(async () => {
  round += 1;
  ann = (await signUp(test.core, `ann-${round}@home.example`, `192.0.2.${round}`)).user.id;
  bob = (await signUp(test.core, `bob-${round}@work.example`, `198.51.100.${round}`)).user.id;
});

async function choose(domainId: string): Promise<void> {
  const own = { domainId, userId: ann, ip };
  const forwardTo = `ann-${round}@home.example`;
  await changeDomain(test.core, own, {
    catchAll: 'rules',
    defaultForwardTo: forwardTo,
    fromName: 'Ann of Shoes',
    description: 'For shops',
  });
  const rule = { pattern: 'shop-*', kind: 'glob', action: 'make', forwardTo } as const;
  await replaceRules(test.core, { ...own, rules: [rule] });
}

/** What is left of them; undefined: the domain is gone. */
async function left(id: string) {
  const { rows } = await sql<Record<string, unknown>>`
    select state, catch_all, from_name_sealed, description_sealed,
      (select count(*)::int from domain_rules where domain_id = d.id) as rules,
      (select count(*)::int from domain_targets where domain_id = d.id) as targets
    from domains d where id = ${id}`.execute(test.core.database.db);
  return rows[0];
}
const nothing = {
  state: 'lost',
  catchAll: 'off',
  fromNameSealed: null,
  descriptionSealed: null,
  rules: 0,
  targets: 0,
};

/** With an alias of somebody else, so that the domain outlives its owner. */
async function shared(name: string): Promise<string> {
  const { id } = await addOwnDomain(test.core, { userId: ann, name });
  await choose(id);
  await addMembers(test.core, id, [bob]);
  await addAliasRows(test.core, { userId: bob, domainId: id, names: ['bob'] });
  return id;
}

it('a sub-domain that is given up keeps nothing that its owner chose for it', async () => {
  const { id } = await claimDomain(test.core, ann, 'ann-1.kauke.test');
  await choose(id);
  await removeDomain(test.core, { domainId: id, userId: ann });
  expect(await left(id)).toMatchObject(nothing);
});

it('a domain on which others have aliases keeps nothing that an erased account chose for it', async () => {
  const id = await shared('shared.example');
  const { id: sub } = await claimDomain(test.core, ann, 'ann-2.kauke.test');
  await choose(sub);
  await eraseAccount(test.core, ann);
  expect([await left(id), await left(sub)]).toMatchObject([nothing, nothing]);
});

it('a restored backup has no domains of accounts that were erased since but those that others use', async () => {
  const { id: alone } = await addOwnDomain(test.core, { userId: ann, name: 'alone.example' });
  await choose(alone);
  const id = await shared('restored.example');
  const { db } = test.core.database;
  await db.transaction().execute(async (transaction) => {
    await sql`insert into deletions select 'users', hashed_id(${ann}::uuid), now()`.execute(transaction);
    await applyDeletions(transaction, new Date(0).toISOString());
  });
  expect(await left(alone)).toBeUndefined();
  expect(await left(id)).toMatchObject(nothing);
});

it('the owner of a domain is told which names mail makes there, whoever changes that, and once for each change', async () => {
  const { id, name } = await addOwnDomain(test.core, { userId: ann, name: 'told.example' });
  await addMembers(test.core, id, [bob], 'admin');
  const told = async (userId: string) =>
    (await readSecurity(test.core, userId)).events.filter(({ kind }) => kind === 'default_inbox_changed');
  const event = { scope: 'names', name };
  await changeDomain(test.core, { domainId: id, userId: bob, ip }, { catchAll: 'rules' });
  expect(await told(ann)).toMatchObject([event]);
  const rule = { pattern: '*', kind: 'glob', action: 'make' } as const;
  const put = (forwardTo: string) =>
    replaceRules(test.core, { domainId: id, userId: ann, ip, rules: [{ ...rule, forwardTo }] });
  await put('thief@elsewhere.example');
  await put('thief@elsewhere.example');
  expect(await told(ann)).toMatchObject([event, event]);
  expect(await told(bob)).toEqual([]);
});
