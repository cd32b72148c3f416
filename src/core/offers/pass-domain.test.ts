import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { createAccountCredential, listAccountCredentials } from '#core/credentials/account-credentials.ts';
import { offerAlias, offerDomain, readDomainOffer, withdrawOffer } from '#core/offers/offers.ts';
import { readOffer, takeOffer } from '#core/offers/take-offer.ts';
import { lookAtDns, proofOf } from '#core/own-domains/check-dns.ts';
import { inviteMember, listMembers } from '#core/own-domains/members.ts';
import { changeDomain, claimDomain, verifyDomain } from '#core/own-domains/own-domains.ts';
import { getOwnDomain, listOwnDomains } from '#core/own-domains/read-domains.ts';
import { recheckDomains } from '#core/own-domains/recheck-domains.ts';
import { applyCheckResults } from '#core/own-domains/settle-checks.ts';
import { replaceRules } from '#core/rules/domain-rules.ts';
import { readSecurity } from '#core/security/read-security.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import { addMembers, addOwnDomain } from '#support/own-domain.ts';

const ip = '192.0.2.1';
const name = 'own.example';

let dns: DnsServer;
let test: TestCore;
let ann: string;
let bob: string;
let eve: string;
let domainId: string;

beforeAll(async () => {
  dns = await startDnsServer();
});
afterAll(() => dns.close());

beforeEach(async () => {
  test = await createTestCore({ targetConfirmation: 'off' }, dns.address);
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example')).user.id;
  eve = (await signUp(test.core, 'eve@work.example')).user.id;
  const domain = await claimDomain(test.core, ann, name);
  domainId = domain.id;
  publish(domain.checks[0]?.expected[0]?.value ?? '');
  await verifyDomain(test.core, { domainId, userId: ann });
});
afterEach(() => test.drop());

function publish(value: string): void {
  dns.add({ [`_kauke.${name}`]: { TXT: [value] } });
}

async function make(userId: string, alias: string): Promise<string> {
  const input = { alias, domain: name, forwardTo: 'box@elsewhere.example', notes: 'told nobody' };
  return (await createAlias(test.core, input, { ownerId: userId, askerId: userId, ip })).id;
}

async function offer(withAliases = false): Promise<string> {
  return (await offerDomain(test.core, { domainId, userId: ann }, { withAliases })).token;
}

function take(token: string, userId = bob) {
  return takeOffer(test.core, { userId, ip, token, name });
}

function code(wanted: string) {
  return expect.objectContaining({ code: wanted }) as unknown;
}

async function aliases(): Promise<string[]> {
  const people = new Map([
    [ann, 'ann'],
    [bob, 'bob'],
    [eve, 'eve'],
  ]);
  const rows = await test.core.database.db
    .selectFrom('aliases')
    .select(['localPart', 'userId'])
    .where('domainId', '=', domainId)
    .orderBy('localPart')
    .execute();
  return rows.map(({ localPart, userId }) => `${localPart} ${people.get(userId)}`);
}

/** Time goes by, and the server looks when it should. */
async function wait(days: number): Promise<void> {
  for (let hour = 0; hour < days * 24; hour += 2) {
    test.advance(dayMs / 12);
    await recheckDomains(test.core);
  }
}

const stateOf = async (userId: string) => (await getOwnDomain(test.core, { domainId, userId })).state;

describe('a domain that passes', () => {
  it('ends what its owner chose for it, and keeps its members and their aliases', async () => {
    await addMembers(test.core, domainId, [eve]);
    await inviteMember(test.core, { domainId, userId: ann }, { name: 'Cousin', role: 'admin' });
    await changeDomain(
      test.core,
      { domainId, userId: ann, ip },
      { catchAll: 'all', defaultForwardTo: 'ann@home.example', active: false, fromName: 'Ann', description: 'Ours' },
    );
    const { db } = test.core.database;
    await db
      .insertInto('domainRules')
      .values({ id: test.core.random.uuid(), domainId, position: 0, sealed: Buffer.alloc(1) })
      .execute();
    await make(ann, 'mine');
    await make(eve, 'hers');
    const token = await offer();
    expect(await readOffer(test.core, bob, token)).toMatchObject({ kind: 'domain', name, aliases: 0, members: 2 });
    expect(await take(token)).toEqual({ kind: 'domain', name });
    expect(await aliases()).toEqual(['hers eve', 'mine ann']);
    const asBob = { domainId, userId: bob };
    expect(await getOwnDomain(test.core, asBob)).toMatchObject({
      owned: true,
      role: 'admin',
      state: 'verified',
      catchAll: 'off',
      active: true,
      fromName: null,
      description: null,
      defaultForwardTo: null,
      proofDueAt: new Date(test.core.clock.now() + 7 * dayMs).toISOString(),
    });
    expect(await getOwnDomain(test.core, { domainId, userId: ann })).toMatchObject({ owned: false, role: 'maker' });
    const members = await listMembers(test.core, asBob);
    expect(members.map(({ name: label, role, state }) => `${state} ${role} ${label}`).toSorted()).toEqual([
      'member maker Former owner',
      'member maker null',
      'owner admin null',
    ]);
    for (const table of ['domainRules', 'domainTargets', 'secretLinks'] as const) {
      expect({ table, rows: await db.selectFrom(table).selectAll().execute() }).toEqual({ table, rows: [] });
    }
    const { events } = await readSecurity(test.core, ann);
    expect(events).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'passed_on', name })]));
  });

  it('takes the aliases of its former owner along where they say so, and erases their bin', async () => {
    await make(ann, 'mine');
    await make(ann, 'more');
    await deleteAlias(test.core, await make(ann, 'binned'), ann, { proven: true });
    await addMembers(test.core, domainId, [eve]);
    await make(eve, 'hers');
    for (const userId of [ann, eve]) await createAccountCredential(test.core, userId, domainId);
    const token = await offer(true);
    expect(await readOffer(test.core, bob, token)).toMatchObject({ aliases: 2 });
    await take(token);
    expect(await aliases()).toEqual(['hers eve', 'mine bob', 'more bob']);
    expect((await listOwnDomains(test.core, ann)).domains).toEqual([]);
    const { db } = test.core.database;
    // What sent as them sends no more, should their former owner come back as a member.
    expect(await listAccountCredentials(db, ann)).toEqual([]);
    expect(await listAccountCredentials(db, eve)).toMatchObject([{ domain: name }]);
    const links = db.selectFrom('aliasTargets').innerJoin('aliases', 'aliases.id', 'aliasId');
    const led = await links
      .innerJoin('targets', 'targets.id', 'targetId')
      .select(['aliases.userId', 'targets.userId as to'])
      .execute();
    expect(led.every(({ userId, to }) => userId === to)).toBe(true);
    expect(await db.selectFrom('aliases').select('id').where('notesSealed', 'is not', null).execute()).toHaveLength(1);
    // A name that its former owner gave up takes no mail of theirs to the new one.
    await expect(make(bob, 'binned')).rejects.toEqual(code('alias_unavailable'));
  });

  it('is for whoever has room for it, once, and only while it is proven and still theirs', async () => {
    const token = await offer();
    await addOwnDomain(test.core, { userId: bob, name, state: 'unverified' });
    await expect(take(token)).rejects.toEqual(code('domain_exists'));
    for (let at = 0; at < 20; at += 1) await addOwnDomain(test.core, { userId: eve, name: `n${at}.example` });
    await expect(take(token, eve)).rejects.toEqual(code('too_many_domains'));
    const { db } = test.core.database;
    await db.updateTable('domains').set({ state: 'failing' }).where('id', '=', domainId).execute();
    const cat = (await signUp(test.core, 'cat@work.example')).user.id;
    await expect(take(token, cat)).rejects.toEqual(code('domain_unproven'));
    await expect(offer()).rejects.toEqual(code('domain_unproven'));
    await db.updateTable('domains').set({ state: 'verified' }).where('id', '=', domainId).execute();
    const both = await Promise.allSettled([take(token, cat), take(token, cat)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(readDomainOffer(test.core, { domainId, userId: ann })).rejects.toEqual(code('not_found'));
  });

  it('is its owner’s alone to offer, and to take back', async () => {
    await addMembers(test.core, domainId, [eve], 'admin');
    await expect(offerDomain(test.core, { domainId, userId: eve }, {})).rejects.toEqual(code('not_found'));
    await offer();
    await expect(withdrawOffer(test.core, eve, { domainId })).rejects.toEqual(code('not_found'));
    await withdrawOffer(test.core, ann, { domainId });
    expect(await readDomainOffer(test.core, { domainId, userId: ann })).toBeNull();
  });

  it('keeps the offers of makers for their own aliases', async () => {
    await addMembers(test.core, domainId, [eve, bob]);
    const { token } = await offerAlias(test.core, { aliasId: await make(eve, 'hers'), userId: eve });
    await take(await offer());
    await takeOffer(test.core, { userId: ann, ip, token, name: `hers@${name}` });
    expect(await aliases()).toEqual(['hers ann']);
  });
});

describe('what was under way for its former owner', () => {
  it('is not heeded: aliases, rules, and looks at DNS', async () => {
    await make(ann, 'mine');
    const token = await offer(true);
    const looked = await lookAtDns(test.core, name, proofOf(test.core.keys, ann, name));
    await Promise.allSettled([take(token), ...['a', 'b', 'c', 'd'].map((alias) => make(ann, alias))]);
    expect(new Set((await aliases()).map((alias) => alias.split(' ')[1]))).toEqual(new Set(['bob']));
    await applyCheckResults(test.core, { id: domainId, ownerId: ann }, looked);
    expect(await getOwnDomain(test.core, { domainId, userId: bob })).toMatchObject({
      checkedAt: null,
      proofDueAt: expect.any(String),
    });
    const rules = [{ pattern: '*', kind: 'glob', action: 'make' }] as const;
    await expect(replaceRules(test.core, { domainId, userId: ann, ip, rules })).rejects.toEqual(code('not_found'));
  });
});

describe('its new owner', () => {
  it('has a week to publish a record of their own, against that of its former owner, too', async () => {
    await take(await offer(true));
    await wait(6);
    expect(await stateOf(bob)).toBe('verified');
    const again = await claimDomain(test.core, ann, name);
    await verifyDomain(test.core, { domainId: again.id, userId: ann });
    expect(await stateOf(bob)).toBe('verified');
    const { checks } = await getOwnDomain(test.core, { domainId, userId: bob });
    publish(checks[0]?.expected[0]?.value ?? '');
    expect(await verifyDomain(test.core, { domainId, userId: bob })).toMatchObject({
      state: 'verified',
      proofDueAt: null,
    });
    await wait(20);
    expect(await stateOf(bob)).toBe('verified');
  });

  it('cannot pass it on before, so that no chain of owners keeps it from whoever has the name', async () => {
    const token = await offer(true);
    await take(token);
    const back = () => offerDomain(test.core, { domainId, userId: bob }, {});
    await expect(back()).rejects.toEqual(code('domain_unproven'));
    await wait(7.5);
    expect(await stateOf(bob)).toBe('verified');
    await expect(back()).rejects.toEqual(code('domain_unproven'));
    publish(proofOf(test.core.keys, bob, name));
    await verifyDomain(test.core, { domainId, userId: bob });
    const made = await back();
    publish(proofOf(test.core.keys, eve, name));
    await verifyDomain(test.core, { domainId, userId: bob });
    await expect(take(made.token, ann)).rejects.toEqual(code('domain_unproven'));
  });

  it('who does not is told, and loses it like everybody else', async () => {
    await take(await offer(true));
    await wait(7);
    expect(await stateOf(bob)).toBe('verified');
    await wait(3);
    expect(await stateOf(bob)).toBe('failing');
    await wait(7);
    expect(await stateOf(bob)).toBe('lost');
    const { events } = await readSecurity(test.core, bob);
    expect(events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['domain_failing', 'domain_lost', 'taken_over']),
    );
  });
});
