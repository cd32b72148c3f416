import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainRule } from '#contract/domains/domain-rules.ts';
import { writeReverseName } from '#contract/reserved-names/reverse-names.ts';
import { ruleLimits } from '#contract/domains/rule-limits.ts';
import { listRules, readRules, replaceRules } from '#core/rules/domain-rules.ts';
import { testRules } from '#core/rules/test-rules.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { addOwnDomain } from '#support/own-domain.ts';

let test: TestCore;
let ann: string;
let bob: string;
let domain: { readonly id: string; readonly name: string };

beforeAll(async () => {
  test = await createTestCore();
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@home.example')).user.id;
  domain = await addOwnDomain(test.core, { userId: ann, name: 'ann.example', catchAll: 'rules' });
  await test.core.database.db
    .insertInto('domainMembers')
    .values({ domainId: domain.id, userId: bob, role: 'admin' })
    .execute();
});
afterAll(() => test.drop());

const shop: DomainRule = {
  pattern: 'geheim-shop-*',
  kind: 'glob',
  action: 'make',
  forwardTo: 'box@parcel.example',
  labels: ['Pirkimai'],
};
const junk: DomainRule = { pattern: '(sales|info)[0-9]*', kind: 'regex', action: 'refuse' };

function put(rules: readonly DomainRule[], userId = ann) {
  return replaceRules(test.core, { domainId: domain.id, userId, ip: '192.0.2.1', rules });
}
function ask(address: string, rules?: readonly DomainRule[]) {
  return testRules(test.core, { domainId: domain.id, userId: ann, address, rules });
}
const seen = ({ forwardTo = null, labels = [], ...rule }: DomainRule) => ({ ...rule, forwardTo, labels });

describe('the rules of a domain', () => {
  it('are kept in their order, sealed, and their new inboxes are asked to confirm themselves', async () => {
    expect(await put([shop, junk])).toEqual([seen(shop), seen(junk)]);
    expect(await readRules(test.core, domain.id, ann)).toEqual([seen(shop), seen(junk)]);
    expect(test.mails.filter(({ recipient }) => recipient === 'box@parcel.example')).toHaveLength(1);
    expect(await listRules(test.core, ann)).toEqual([{ domain: 'ann.example', rules: [seen(shop), seen(junk)] }]);
    expect(
      await searchDatabase(test.core.database, ['geheim-shop', 'parcel.example', 'sales|info', 'pirkimai']),
    ).toEqual([]);
  });

  it('are replaced as a whole, and inboxes that nothing uses any more are forgotten', async () => {
    const kept = { ...shop, forwardTo: 'ann@home.example' };
    expect(await put([kept])).toEqual([seen(kept)]);
    test.advance(8 * 24 * 60 * 60 * 1000);
    expect(await put([junk, kept])).toEqual([seen(junk), seen(kept)]);
    expect(await put([])).toEqual([]);
  });

  it('tell every pattern that cannot be read and where, and nothing is changed', async () => {
    await put([junk]);
    const broken = put([shop, { ...junk, pattern: 'a(b' }, { ...shop, pattern: 'x y' }]);
    await expect(broken).rejects.toMatchObject({
      code: 'invalid_input',
      details: {
        errors: {
          'rules.1.pattern': ['Rule 2: missing closing ), at character 3'],
          'rules.2.pattern': ['Rule 3: no name has   in it, at character 2'],
        },
      },
    });
    expect(await readRules(test.core, domain.id, ann)).toEqual([seen(junk)]);
  });

  it('may be a hundred of two hundred characters', async () => {
    const pattern = 'x'.repeat(ruleLimits.patternMax);
    const many = Array.from({ length: ruleLimits.rulesPerDomain }, () => ({ ...junk, pattern }));
    expect(await put(many)).toHaveLength(100);
    expect(await ask('nobody@ann.example')).toMatchObject({ outcome: 'unknown', rule: null });
  });

  it('are nobody else’s: not of a stranger, nor of who only makes aliases there', async () => {
    const stranger = (await signUp(test.core, 'eve@home.example')).user.id;
    const maker = (await signUp(test.core, 'mia@home.example')).user.id;
    const member = { domainId: domain.id, userId: maker, role: 'maker' } as const;
    await test.core.database.db.insertInto('domainMembers').values(member).execute();
    for (const userId of [stranger, maker]) {
      await expect(put([junk], userId)).rejects.toMatchObject({ code: 'not_found' });
      await expect(readRules(test.core, domain.id, userId)).rejects.toMatchObject({ code: 'not_found' });
      const asked = testRules(test.core, { domainId: domain.id, userId, address: 'x' });
      await expect(asked).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(readRules(test.core, randomUUID(), ann)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are written by another admin, who neither sees nor says where mail goes and what its labels are', async () => {
    const own = { ...shop, forwardTo: 'ann@home.example' };
    await put([own, junk]);
    expect(await readRules(test.core, domain.id, bob)).toEqual([
      { ...seen(shop), forwardTo: null, labels: [] },
      seen(junk),
    ]);
    await expect(put([{ ...shop, forwardTo: 'bob@home.example' }], bob)).rejects.toMatchObject({
      details: {
        errors: {
          'rules.0.forwardTo': ['Only the owner of the domain says where its mail goes'],
          'rules.0.labels': ['Only the owner of the domain gives its new aliases labels'],
        },
      },
    });
    await put([junk, { pattern: shop.pattern, kind: 'glob', action: 'make' }], bob);
    expect(await readRules(test.core, domain.id, ann)).toEqual([seen(junk), seen(own)]);
  });
});

describe('the test of an address', () => {
  it('names the first rule that takes it, and what comes of it', async () => {
    await put([junk, { pattern: '*', kind: 'glob', action: 'make' }]);
    expect(await ask('Sales12+tag@Ann.Example')).toMatchObject({ outcome: 'refuse', rule: { index: 0 } });
    expect(await ask('shop')).toMatchObject({ outcome: 'make', rule: { index: 1, pattern: '*' } });
    // As any other name, as its owner's catch-all takes it; who complains is heard by the operator where it does not.
    expect(await ask('abuse')).toMatchObject({ outcome: 'make' });
    const closed: readonly DomainRule[] = [{ pattern: '*', kind: 'glob', action: 'refuse' }];
    expect(await ask('abuse', closed)).toMatchObject({ outcome: 'operator' });
    expect(await ask('hostmaster', closed)).toMatchObject({ outcome: 'refuse' });
    const reverse = writeReverseName('a'.repeat(26), 'plain');
    expect(await ask(reverse.toUpperCase())).toMatchObject({ outcome: 'reverse' });
    expect(await ask(`${reverse}x`)).toMatchObject({ outcome: 'make' });
  });

  it('asks rules that are not kept', async () => {
    expect(await ask('shop', [])).toMatchObject({ outcome: 'unknown', rule: null });
    await expect(ask('shop', [{ ...junk, pattern: '(' }])).rejects.toMatchObject({
      details: { errors: { 'rules.0.pattern': ['Rule 1: missing closing ), at character 1'] } },
    });
    expect(await readRules(test.core, domain.id, ann)).toHaveLength(2);
  });

  it('asks a catch-all that is not kept', async () => {
    const member = { domainId: domain.id, userId: ann };
    const asked = (catchAll: 'off' | 'all', rules: readonly DomainRule[] = []) =>
      testRules(test.core, { ...member, address: 'shop', rules, catchAll });
    expect(await asked('all')).toMatchObject({ outcome: 'make', rule: null });
    const { message } = await asked('off', [{ pattern: '*', kind: 'glob', action: 'make' }]);
    expect(message).toContain('catch-all is off');
    expect(await ask('shop', [])).toMatchObject({ outcome: 'unknown' });
  });

  it.each(['shop@other.example', 'a@b@ann.example', 'sh op', '', '.x'])('takes no %j', async (address) => {
    await expect(ask(address)).rejects.toMatchObject({
      details: { errors: { address: ['This is no address on this domain'] } },
    });
  });
});
