import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { createFindAlias, type FindAlias } from '#core/aliases/standing/find-alias.ts';
import { findPresentRoutes } from '#core/aliases/standing/find-present-routes.ts';
import { listDomainAliases } from '#core/own-domains/domain-aliases.ts';
import { changeDomain } from '#core/own-domains/own-domains.ts';
import { getOwnDomain, listOwnDomains } from '#core/own-domains/read-domains.ts';
import { findSenderRule } from '#core/sender-rules/find-sender-rule.ts';
import { addSenderRule, listSenderRules, switchSenderRule } from '#core/sender-rules/sender-rules.ts';
import { createTestCore, signUp, type TestCore } from '#support/core.ts';
import { addMembers, addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';
const unknownDomain = { name: 'AppError', code: 'not_found' };

let test: TestCore;
let find: FindAlias;
let ann: string;
let bob: string;
let domain: { readonly id: string; readonly name: string };
let aliasId: string;

beforeAll(async () => {
  test = await createTestCore({ targetConfirmation: 'off' });
  find = createFindAlias(test.core.database, test.core.keys, test.core.clock);
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example', '198.51.100.1')).user.id;
});
afterAll(() => test.drop());

let round = 0;
beforeEach(async () => {
  round += 1;
  domain = await addOwnDomain(test.core, { userId: ann, name: `own-${round}.example`, catchAll: 'all' });
  const wish = { alias: 'shop', domain: domain.name, forwardTo: 'ann@home.example' };
  aliasId = (await createAlias(test.core, wish, { ownerId: ann, askerId: ann, ip })).id;
});

async function stands(local: string): Promise<string> {
  const found = await find({ local, domainName: domain.name });
  return found.standing === 'unknown' ? `unknown, ${found.domain?.catchAll}` : found.standing;
}

describe('a domain that is off', () => {
  it('has all of its aliases paused, wherever they are looked at, and makes none; on again they are as they were', async () => {
    const own = { domainId: domain.id, userId: ann, ip };
    const states = async () => ({
      known: await stands('shop'),
      new: await stands('new'),
      waiting: (await findPresentRoutes(test.core, aliasId, null)).standing,
      listed: (await listDomainAliases(test.core, own, {})).aliases.map(({ state }) => state),
    });
    const usual = { known: 'live', new: 'unknown, all', waiting: 'live', listed: ['on'] };
    expect(await states()).toEqual(usual);
    expect(await changeDomain(test.core, own, { active: false })).toMatchObject({ active: false, catchAll: 'all' });
    expect(await states()).toEqual({ known: 'paused', new: 'unknown, off', waiting: 'paused', listed: ['paused'] });
    expect(await changeDomain(test.core, own, { active: true })).toMatchObject({ active: true });
    expect(await states()).toEqual(usual);
  });

  it('is switched by whoever manages it; name and note are its owner’s to see and to choose', async () => {
    const own = { domainId: domain.id, userId: ann, ip };
    const words = { fromName: 'Ann of Shoes', description: 'For shops' };
    expect(await changeDomain(test.core, own, words)).toMatchObject(words);
    const theirs = { domainId: domain.id, userId: bob, ip };
    await expect(changeDomain(test.core, theirs, { active: false })).rejects.toMatchObject(unknownDomain);
    await addMembers(test.core, domain.id, [bob]);
    await expect(changeDomain(test.core, theirs, { active: false })).rejects.toMatchObject(unknownDomain);
    await test.core.database.db.updateTable('domainMembers').set({ role: 'admin' }).where('userId', '=', bob).execute();
    const seen = { active: false, fromName: null, description: null };
    expect(await changeDomain(test.core, theirs, { active: false })).toMatchObject(seen);
    for (const change of [{ fromName: 'Bob' }, { description: 'Taken' }]) {
      await expect(changeDomain(test.core, theirs, change)).rejects.toMatchObject(unknownDomain);
    }
    expect(await getOwnDomain(test.core, own)).toMatchObject({ ...words, active: false });
    expect(await changeDomain(test.core, own, { fromName: '', description: null })).toMatchObject({
      fromName: null,
      description: null,
    });
    expect((await listOwnDomains(test.core, bob)).domains.map(({ description }) => description)).toEqual([null]);
  });
});

describe('a rule about a sender that is off', () => {
  it('decides nothing until it is on again, and is nobody else’s to switch', async () => {
    const match = `rival-${round}@far.example`;
    const { id, active } = await addSenderRule(test.core, ann, { scope: { aliasId }, match, action: 'block' });
    expect(active).toBe(true);
    const decides = async () => (await findSenderRule(test.core, { userId: ann, aliasId }, [match]))?.action ?? null;
    expect(await decides()).toBe('block');
    await expect(switchSenderRule(test.core, bob, { id, active: false })).rejects.toMatchObject(unknownDomain);
    expect(await switchSenderRule(test.core, ann, { id, active: false })).toMatchObject({ id, match, active: false });
    expect(await decides()).toBeNull();
    // What else it does can change meanwhile.
    await addSenderRule(test.core, ann, { scope: { aliasId }, match, action: 'allow' });
    expect(await listSenderRules(test.core, ann)).toMatchObject([{ id, action: 'allow', active: false }]);
    await addSenderRule(test.core, ann, { scope: { aliasId }, match, action: 'allow', active: true });
    expect(await decides()).toBe('allow');
  });
});
