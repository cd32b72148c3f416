import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnDomain } from '#contract/account/domains.ts';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { addDomain } from '#core/domains/domains.ts';
import { changeDomain, claimDomain, removeDomain, verifyDomain } from '#core/own-domains/own-domains.ts';
import { inviteMember, joinDomain, listMembers, removeMember } from '#core/own-domains/members.ts';
import { listOwnDomains } from '#core/own-domains/read-domains.ts';
import { recheckDomains } from '#core/own-domains/recheck-domains.ts';
import { readSecurity } from '#core/security/read-security.ts';
import { searchDatabase } from '#support/database-search.ts';
import { createTestCore, dayMs, eraseAccount, signUp, type TestCore } from '#support/core.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';

const hourMs = 60 * 60 * 1000;
const ip = '192.0.2.1';

let dns: DnsServer;
let test: TestCore;
let ann: string;
let bob: string;

beforeAll(async () => {
  dns = await startDnsServer();
  test = await createTestCore({ targetConfirmation: 'off' }, dns.address);
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example')).user.id;
});
afterAll(async () => {
  await test.drop();
  await dns.close();
});

function proofIn({ checks }: OwnDomain): string {
  return checks[0]?.expected[0]?.value ?? '';
}

/** A domain whose owner's record stands in DNS. */
async function prove(userId: string, name: string): Promise<OwnDomain> {
  const domain = await claimDomain(test.core, userId, name);
  dns.add({ [`_kauke.${name}`]: { TXT: [proofIn(domain)] } });
  return verifyDomain(test.core, { domainId: domain.id, userId });
}

async function stateOf(userId: string, name: string): Promise<string | undefined> {
  const { domains } = await listOwnDomains(test.core, userId);
  return domains.find((domain) => domain.name === name)?.state;
}

/** Time goes by in steps of an hour, and the server looks when it should. */
async function wait(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    test.advance(hourMs);
    await recheckDomains(test.core);
  }
}

async function eventsOf(userId: string): Promise<string[]> {
  const { events } = await readSecurity(test.core, userId);
  return events.flatMap(({ kind, name }) => (kind.startsWith('domain') ? [`${kind} ${name ?? ''}`] : []));
}

describe('a name', () => {
  it.each([
    'localhost',
    'co.uk',
    'github.io',
    '192.0.2.1',
    '[192.0.2.1]',
    '2001:db8::1',
    'kauke.test',
    'a.kauke.test',
    'mx.kauke.test',
    'test',
    'xn--a.example',
    'a b.example',
    '-a.example',
    'a..example',
    '_dmarc.own.example',
    `${'a'.repeat(64)}.example`,
    `${'abcdefg.'.repeat(30)}example`,
    '',
  ])('such as %j is refused', async (name) => {
    await expect(claimDomain(test.core, ann, name)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('may be written in any letters', async () => {
    expect((await claimDomain(test.core, ann, ' Žalias.Example. ')).name).toBe('xn--alias-tib.example');
    await expect(claimDomain(test.core, ann, 'xn--alias-tib.example')).rejects.toMatchObject({ code: 'domain_exists' });
  });

  it('blocks those above and below it once it is proven, and not before', async () => {
    await claimDomain(test.core, ann, 'tree.example');
    const below = await prove(bob, 'leaf.tree.example');
    expect(below.state).toBe('verified');
    await expect(claimDomain(test.core, ann, 'x.leaf.tree.example')).rejects.toMatchObject({ code: 'domain_taken' });
    const { domains } = await listOwnDomains(test.core, ann);
    const tree = domains.find(({ name }) => name === 'tree.example');
    dns.add({ '_kauke.tree.example': { TXT: [tree === undefined ? '' : proofIn(tree)] } });
    expect(await verifyDomain(test.core, { domainId: tree?.id ?? '', userId: ann })).toMatchObject({
      state: 'unverified',
    });
  });
});

describe('a proven domain', () => {
  it('is failing after a day without its record and lost after a week, and whole once the record is back', async () => {
    await prove(ann, 'own.example');
    dns.add({ '_kauke.own.example': { TXT: ['kauke=nothing'] } });
    await wait(23);
    expect(await stateOf(ann, 'own.example')).toBe('verified');
    await wait(8);
    expect(await stateOf(ann, 'own.example')).toBe('failing');
    expect(await eventsOf(ann)).toEqual(['domain_failing own.example']);
    await wait(6 * 24);
    expect(await stateOf(ann, 'own.example')).toBe('lost');
    expect(await eventsOf(ann)).toEqual(['domain_lost own.example', 'domain_failing own.example']);
    const { domains } = await listOwnDomains(test.core, ann);
    const own = domains.find(({ name }) => name === 'own.example');
    dns.add({ '_kauke.own.example': { TXT: [own === undefined ? '' : proofIn(own)] } });
    await wait(24);
    expect(await stateOf(ann, 'own.example')).toBe('verified');
  });

  it('stands through any trouble of DNS', async () => {
    await prove(ann, 'trouble.example');
    dns.add({ '_kauke.trouble.example': 'servfail' });
    await wait(10 * 24);
    expect(await stateOf(ann, 'trouble.example')).toBe('verified');
  });

  it('is never lost before its owner heard that it fails, whatever DNS and the program do meanwhile', async () => {
    await prove(ann, 'silent.example');
    dns.add({ '_kauke.silent.example': { TXT: ['kauke=nothing'] } });
    await wait(12);
    dns.add({ '_kauke.silent.example': 'servfail' });
    await wait(8 * 24);
    dns.add({ '_kauke.silent.example': { TXT: ['kauke=nothing'] } });
    await wait(4);
    expect(await stateOf(ann, 'silent.example')).toBe('verified');
    await wait(24);
    expect(await stateOf(ann, 'silent.example')).toBe('failing');
    // The program does not run for two weeks.
    test.advance(14 * 24 * hourMs);
    await wait(4);
    expect(await stateOf(ann, 'silent.example')).toBe('failing');
    await wait(6 * 24);
    expect(await stateOf(ann, 'silent.example')).toBe('lost');
  });

  it('is asked after less and less often', async () => {
    await prove(ann, 'quiet.example');
    const asked = (): number => dns.questions.filter((question) => question === 'TXT _kauke.quiet.example').length;
    const before = asked();
    await wait(24);
    const first = asked() - before;
    await wait(20 * 24);
    const later = asked();
    await wait(24);
    expect(first).toBeGreaterThan(3);
    expect(asked() - later).toBe(1);
  });

  it('keeps names apart from those of its former owner, and is removed once it has no aliases', async () => {
    const first = await prove(ann, 'moved.example');
    const wanted = { alias: 'info', domain: 'moved.example', forwardTo: 'ann@home.example' };
    const { id: aliasId } = await createAlias(test.core, wanted, { ownerId: ann, askerId: ann, ip });
    await expect(removeDomain(test.core, { domainId: first.id, userId: ann })).rejects.toMatchObject({
      code: 'domain_in_use',
    });
    await deleteAlias(test.core, aliasId, ann, { proven: true });
    await prove(bob, 'moved.example');
    // The tombstone of the former owner is none here.
    const theirs = { ...wanted, forwardTo: 'bob@work.example' };
    expect(await createAlias(test.core, theirs, { ownerId: bob, askerId: bob, ip })).toMatchObject({ alias: 'info' });
    await removeDomain(test.core, { domainId: first.id, userId: ann });
    expect(await stateOf(ann, 'moved.example')).toBeUndefined();
    expect(await stateOf(bob, 'moved.example')).toBe('verified');
  });

  it('is its owner’s alone to look at and to change', async () => {
    const { id: domainId } = await prove(ann, 'mine.example');
    const foreign = { domainId, userId: bob };
    await expect(verifyDomain(test.core, foreign)).rejects.toMatchObject({ code: 'not_found' });
    await expect(removeDomain(test.core, foreign)).rejects.toMatchObject({ code: 'not_found' });
    await expect(changeDomain(test.core, { ...foreign, ip }, { catchAll: 'all' })).rejects.toMatchObject({
      code: 'not_found',
    });
    const own = { domainId, userId: ann, ip };
    const changed = await changeDomain(test.core, own, { catchAll: 'rules', defaultForwardTo: 'ann@home.example' });
    expect(changed).toMatchObject({ catchAll: 'rules', defaultForwardTo: 'ann@home.example' });
    expect(await changeDomain(test.core, own, { defaultForwardTo: null })).toMatchObject({
      catchAll: 'rules',
      defaultForwardTo: null,
    });
  });

  it('shows nothing of what DNS said in a copy of the database', async () => {
    dns.add({ 'seen.example': { TXT: ['v=spf1 include:tell-tale.example -all'] } });
    const { id: domainId } = await prove(ann, 'seen.example');
    await inviteMember(test.core, { domainId, userId: ann }, { name: 'cousin-told', role: 'maker' });
    expect(await searchDatabase(test.core.database, ['tell-tale', 'cousin-told'])).toEqual([]);
  });

  it('is left by whoever likes, and ends no aliases of theirs', async () => {
    const { id: domainId } = await prove(ann, 'shared.example');
    const admin = { domainId, userId: ann };
    const { token } = await inviteMember(test.core, admin, { name: 'Bob', role: 'maker' });
    expect(await joinDomain(test.core, bob, token)).toMatchObject({ role: 'maker' });
    await expect(joinDomain(test.core, bob, token)).rejects.toMatchObject({ code: 'link_unusable' });
    const wanted = { alias: 'bobs', domain: 'shared.example', forwardTo: 'bob@work.example' };
    await createAlias(test.core, wanted, { ownerId: bob, askerId: bob, ip });
    const [owner] = await listMembers(test.core, admin);
    await expect(removeMember(test.core, { domainId, userId: bob }, owner?.id ?? '')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(removeMember(test.core, admin, owner?.id ?? '')).rejects.toMatchObject({ code: 'not_found' });
    await removeDomain(test.core, { domainId, userId: bob });
    expect(await stateOf(bob, 'shared.example')).toBeUndefined();
    const again = { ...wanted, alias: 'more' };
    await expect(createAlias(test.core, again, { ownerId: bob, askerId: bob, ip })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(await listMembers(test.core, admin)).toMatchObject([{ state: 'owner', aliases: 0 }]);
    await expect(removeDomain(test.core, admin)).rejects.toMatchObject({ code: 'domain_in_use' });
  });

  it('invites for a week', async () => {
    const { id: domainId } = await prove(ann, 'week.example');
    const { token } = await inviteMember(test.core, { domainId, userId: ann }, { name: 'Bob', role: 'admin' });
    test.advance(7 * dayMs);
    await expect(joinDomain(test.core, bob, token)).rejects.toMatchObject({ code: 'link_unusable' });
    expect(await listMembers(test.core, { domainId, userId: ann })).toHaveLength(1);
  });

  it('cannot become a shared one', async () => {
    await prove(ann, 'not-shared.example');
    expect(await addDomain(test.core, 'not-shared.example')).toBe('taken');
  });

  it('is lost with the account that proved it', async () => {
    const eve = (await signUp(test.core, 'eve@home.example', '198.51.100.7')).user.id;
    await prove(eve, 'gone.example');
    await eraseAccount(test.core, eve);
    const rows = await test.core.database.db
      .selectFrom('domains')
      .select('id')
      .where('name', '=', 'gone.example')
      .execute();
    expect(rows).toEqual([]);
  });
});
