import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { ensureLabels } from '#core/labels/alias-labels.ts';
import { createLabel, deleteLabel, listLabels } from '#core/labels/labels.ts';
import { replaceRules } from '#core/rules/domain-rules.ts';
import { findNewName, makeNewName, type NewNameContext } from '#core/rules/new-names.ts';
import type { NewName } from '#core/rules/read-new-name.ts';
import { createRuleBook } from '#core/rules/rule-book.ts';
import { findDefaultTarget } from '#core/targets/default-target.ts';
import { setDefaultTarget } from '#core/accounts/choose-default-target.ts';
import type { CatchAll, DomainState } from '#database/domains/domain-tables.ts';
import { addTarget } from '#support/add-target.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addOwnDomain } from '#support/own-domain.ts';

let test: TestCore;
let context: NewNameContext;
let ann: string;
let domain: NewName['domain'];
let last = 0;

beforeAll(async () => {
  test = await createTestCore();
  context = { ...test.core, rules: createRuleBook(test.core) };
});
afterAll(() => test.drop());

beforeEach(async () => {
  last += 1;
  ann = (await signUp(test.core, `ann-${last}@home.example`, `192.0.2.${last}`)).user.id;
  const name = `ann-${last}.example`;
  domain = await addOwnDomain(test.core, {
    userId: ann,
    name,
    catchAll: 'all',
    forwardTo: [`box-${last}@home.example`],
  });
});

async function standing(local: string, parts: Partial<NewNameContext> = {}): Promise<string> {
  return (await findNewName({ ...context, ...parts }, { local, domain })).standing;
}
async function changeDomain(change: { catchAll?: CatchAll; state?: DomainState }): Promise<void> {
  await test.core.database.db.updateTable('domains').set(change).where('id', '=', domain.id).execute();
}
async function changeOwner(change: { leavingAt?: Date; suspended?: 'all'; waitingSince?: Date }): Promise<void> {
  await test.core.database.db.updateTable('users').set(change).where('id', '=', ann).execute();
}

async function putLabels(labels: string[]): Promise<void> {
  const rules = [{ pattern: '*', kind: 'glob', action: 'make', labels }] as const;
  await replaceRules(test.core, { domainId: domain.id, userId: ann, ip: '192.0.2.1', rules });
}
async function labelsOf(local: string): Promise<string[] | undefined> {
  return (await listAliases(test.core, ann, ann)).find(({ alias }) => alias === local)?.labels;
}

describe('a name that is no alias', () => {
  it('is new while catch-all is on and the domain proven', async () => {
    expect(await standing('x')).toBe('new');
    await changeDomain({ state: 'failing' });
    expect(await standing('x')).toBe('new');
    for (const change of [{ catchAll: 'off' }, { catchAll: 'rules' }, { state: 'lost', catchAll: 'all' }] as const) {
      await changeDomain(change);
      expect(await standing('x')).toBe('unknown');
    }
  });

  it('is unknown where it is the name of a reverse address, and is not made', async () => {
    const local = writeReverseName('a'.repeat(26), 'plain');
    expect([await standing(local), await standing(`${local}x`)]).toEqual(['unknown', 'new']);
    await makeNewName(context, { local, domain });
    expect(await listAliases(test.core, ann, ann)).toEqual([]);
  });

  it('is unknown once its owner leaves or waits for the operator, and comes later while mail is suspended', async () => {
    await changeOwner({ suspended: 'all' });
    expect(await standing('x')).toBe('later');
    await changeOwner({ waitingSince: new Date(test.core.clock.now()) });
    expect(await standing('x')).toBe('unknown');
    expect(await findNewName(context, { local: 'x', domain: { id: randomUUID(), name: 'no.example' } })).toEqual({
      standing: 'unknown',
    });
  });

  it('is not made beyond the quota of its owner', async () => {
    const settings = { ...test.core.settings, quotas: { ...test.core.settings.quotas, aliases: 1 } };
    expect(await standing('one', { settings })).toBe('new');
    await makeNewName({ ...context, settings }, { local: 'one', domain });
    expect(await standing('two', { settings })).toBe('unknown');
    await makeNewName({ ...context, settings }, { local: 'two', domain });
    expect((await listAliases(test.core, ann, ann)).map(({ alias }) => alias)).toEqual(['one']);
  });

  it('is counted by the operator’s word, too, and by what an account may have that nobody confirmed', async () => {
    const quotas = { ...test.core.settings.quotas, aliases: 1, unconfirmedAliases: 0 };
    const settings = { ...test.core.settings, quotas, targetConfirmation: 'required' } as const;
    await makeNewName(context, { local: 'one', domain });
    expect(await standing('two', { settings })).toBe('unknown');
    const { db } = test.core.database;
    await db.updateTable('users').set({ aliasQuota: 2 }).where('id', '=', ann).execute();
    expect(await standing('two', { settings })).toBe('new');
    await db.updateTable('targets').set({ confirmedAt: null }).where('userId', '=', ann).execute();
    expect(await standing('two', { settings })).toBe('unknown');
    expect(await standing('two', { settings: { ...settings, targetConfirmation: 'off' } })).toBe('later');
  });

  it('goes where its owner’s new aliases go, where neither rule nor domain says', async () => {
    const { db } = test.core.database;
    await db.deleteFrom('domainTargets').where('domainId', '=', domain.id).execute();
    const found = async () => {
      const name = await findNewName(context, { local: 'x', domain });
      return name.standing === 'new' ? name.targets.map(({ id }) => id) : name.standing;
    };
    const usual = async () => [(await findDefaultTarget(test.core, ann))?.id];
    // The email of the account, which has not agreed yet.
    expect(await found()).toBe('later');
    await db
      .updateTable('targets')
      .set({ confirmedAt: new Date(test.core.clock.now()) })
      .where('userId', '=', ann)
      .execute();
    expect(await found()).toEqual(await usual());
    const target = `late-${last}@home.example`;
    const chosen = await addTarget(test.core, { userId: ann, target, confirmed: true });
    await setDefaultTarget(test.core, ann, chosen);
    expect(await found()).toEqual([chosen]);
    await db
      .updateTable('targets')
      .set({ disabledAt: new Date(test.core.clock.now()) })
      .where('id', '=', chosen)
      .execute();
    expect(await found()).toEqual(await usual());
    await db.updateTable('targets').set({ confirmedAt: null }).where('userId', '=', ann).execute();
    expect(await found()).toBe('later');
  });

  it('waits for an inbox since that was named or switched off, however long its domain has been there', async () => {
    const { db } = test.core.database;
    const monthAgo = new Date(test.core.clock.now() - 30 * 24 * 60 * 60 * 1000);
    await db.updateTable('domains').set({ changedAt: monthAgo }).where('id', '=', domain.id).execute();
    const since = async () => {
      const found = await findNewName(context, { local: 'x', domain });
      return found.standing === 'later' ? found.since : found.standing;
    };
    const weekAgo = new Date(test.core.clock.now() - 7 * 24 * 60 * 60 * 1000);
    const change = (set: { confirmedAt?: Date | null; disabledAt?: Date }) =>
      db.updateTable('targets').set(set).where('userId', '=', ann).execute();
    await change({ confirmedAt: null });
    await sql`update targets set created_at = ${weekAgo} where user_id = ${ann}::uuid`.execute(db);
    expect(await since()).toEqual(weekAgo);
    const now = new Date(test.core.clock.now());
    await change({ confirmedAt: monthAgo, disabledAt: now });
    expect(await since()).toEqual(now);
    await db.deleteFrom('domainTargets').where('domainId', '=', domain.id).execute();
    await db.deleteFrom('targets').where('userId', '=', ann).execute();
    expect(await since()).toEqual(monthAgo);
  });

  it('waits for the inbox of its rule, and goes to no other one', async () => {
    const rule = { pattern: 'shop-*', kind: 'glob', action: 'make', forwardTo: 'new@parcel.example' } as const;
    await replaceRules(test.core, { domainId: domain.id, userId: ann, ip: '192.0.2.1', rules: [rule] });
    expect(await standing('shop-x')).toBe('later');
    expect(await standing('other')).toBe('new');
    await makeNewName(context, { local: 'shop-x', domain });
    expect(await listAliases(test.core, ann, ann)).toEqual([]);
  });

  it('is asked by the rules that hold now, in each process', async () => {
    const other = { ...context, rules: createRuleBook(test.core) };
    const put = (pattern: string) =>
      replaceRules(test.core, {
        domainId: domain.id,
        userId: ann,
        ip: '192.0.2.1',
        rules: [{ pattern, kind: 'regex', action: 'refuse' }],
      });
    await put('a+');
    for (const each of [context, other]) expect(await standing('aa', each)).toBe('unknown');
    await put('b+');
    for (const each of [context, other]) {
      expect(await standing('aa', each)).toBe('new');
      expect(await standing('bb', each)).toBe('unknown');
    }
  });

  it('gets the labels of its rule, made where its owner has none of the name', async () => {
    await putLabels(['Shops', 'mail']);
    await createLabel(test.core, ann, 'shops');
    await makeNewName(context, { local: 'one', domain });
    expect(await labelsOf('one')).toEqual(['mail', 'shops']);
    const [mail] = await listLabels(test.core, ann);
    await deleteLabel(test.core, { labelId: mail?.id ?? '', userId: ann });
    await makeNewName(context, { local: 'two', domain });
    expect(await labelsOf('two')).toEqual(['mail', 'shops']);
  });

  it('is made without the labels that its owner has no room for', async () => {
    const { db } = test.core.database;
    for (let number = 2; number < lifeLimits.labelsPerAccount; number += 1) {
      await db.transaction().execute((transaction) => ensureLabels(transaction, test.core, ann, [`label ${number}`]));
    }
    await putLabels(['first new', 'second new', 'third new', 'label 7']);
    await Promise.all(['a', 'b', 'c'].map((local) => makeNewName(context, { local, domain })));
    for (const local of ['a', 'b', 'c']) expect(await labelsOf(local)).toEqual(['first new', 'label 7', 'second new']);
    expect(await listLabels(test.core, ann)).toHaveLength(lifeLimits.labelsPerAccount);
  });

  it('is one of fifty an hour', async () => {
    for (let number = 0; number < 50; number += 1) await makeNewName(context, { local: `n-${number}`, domain });
    expect(await standing('one-more')).toBe('later');
    await makeNewName(context, { local: 'one-more', domain });
    expect(await listAliases(test.core, ann, ann)).toHaveLength(50);
    test.advance(60 * 60 * 1000);
    expect(await standing('one-more')).toBe('new');
  });

  it('that two make at once is made and counted once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => makeNewName(context, { local: 'twice', domain })));
    expect(await standing('twice')).toBe('made');
    const { db } = test.core.database;
    const rows = await db.selectFrom('rateLimits').select('count').where('actionType', '=', 'new_names').execute();
    expect(rows.map(({ count }) => count)).toContain(1);
  });
});
