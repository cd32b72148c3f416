import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainMembersResponseSchema } from '#contract/account/domains.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createOracleResolver } from '#support/dns-oracle.ts';
import {
  aliasesOn,
  claim,
  claimed,
  domainOf,
  domainsOf,
  foundBy,
  heard,
  makeAlias,
  passing,
  proofIn,
  recordsOf,
  setActive,
  startDomainWorld,
  verify,
  type DomainWorld,
  arrivedAt,
  takenBy,
} from '#support/domain-world.ts';
import type { Owner } from '#support/running-service.ts';

const operator = 'operator@home.example';

let world: DomainWorld;
let ann: Owner;
let bob: Owner;

beforeAll(async () => {
  world = await startDomainWorld();
  ann = await world.signUp('ann@home.example');
  bob = await world.signUp('bob@work.example');
});
afterAll(() => world.stop());

describe('a domain of an account', () => {
  it('takes no mail before its DNS proves it, and each check says what it saw', async () => {
    const domain = await claim(ann, 'Own.Example.');
    expect(domain).toMatchObject({ name: 'own.example', kind: 'own', state: 'unverified' });
    expect(proofIn(domain)).toMatch(/^kauke=[a-z2-7]{26}$/);
    expect(await world.rcpt('shop@own.example')).toBe(heard.foreign);
    expect(await makeAlias(ann, 'shop@own.example', 'ann@home.example')).toBe(400);
    expect(foundBy(await verify(ann, domain))).toEqual({ ownership: [], mx: [], spf: [], dkim: [], dmarc: [] });

    world.publish({
      '_kauke.own.example': { TXT: ['kauke=somethingelse'] },
      'own.example': {
        MX: [{ preference: 5, exchange: 'mx.elsewhere.example' }],
        TXT: ['v=spf1 include:elsewhere.example -all', 'another text'],
      },
      'k1._domainkey.own.example': { CNAME: 'k1._domainkey.elsewhere.example' },
      'k2._domainkey.own.example': 'servfail',
      '_dmarc.own.example': { TXT: ['v=DMARC2; p=none'] },
    });
    const failed = await verify(ann, domain);
    expect(failed.state).toBe('unverified');
    expect(foundBy(failed)).toEqual({
      ownership: ['kauke=somethingelse'],
      mx: ['5 mx.elsewhere.example'],
      spf: ['v=spf1 include:elsewhere.example -all'],
      dkim: ['k1: k1._domainkey.elsewhere.example', 'DNS gave no answer'],
      dmarc: ['v=DMARC2; p=none'],
    });
    expect(passing(failed)).toEqual([]);
  });

  it('passes check after check as its records are published as told', async () => {
    const domain = await claimed(ann);
    for (const check of ['ownership', 'mx', 'spf', 'dkim', 'dmarc'] as const) {
      const before = await verify(ann, domain);
      expect(passing(before)).not.toContain(check);
      world.publish(recordsOf(before, check));
      const after = await verify(ann, domain);
      expect(passing(after)).toContain(check);
      expect(after.state).toBe('verified');
    }
    // What was there before stays in what is to be published.
    expect(world.zone['own.example']).toMatchObject({
      TXT: ['v=spf1 include:kauke.test include:elsewhere.example -all'],
    });
  });

  it('passes with the only record there, as whoever reads it finds it', async () => {
    const domain = await claimed(ann);
    const [spf, dmarc] = [recordsOf(domain, 'spf'), recordsOf(domain, 'dmarc')];
    const spfText = 'v=spf1 include:kauke.test include:elsewhere.example -all';
    const look = async (more: Parameters<typeof world.publish>[0]): Promise<readonly string[]> => {
      world.publish(more);
      return passing(await verify(ann, domain));
    };
    const policy = (...texts: readonly string[]) => look({ '_dmarc.own.example': { TXT: [...texts] } });
    expect(await policy('v=DMARC1; p=reject', 'v=DMARC1; p=none')).not.toContain('dmarc');
    expect(await policy('V=dmarc1; p=reject')).not.toContain('dmarc');
    expect(await policy('v=DMARC1')).toContain('dmarc');
    expect(await policy('V = DMARC1 ; p=reject', 'a text of somebody else')).toContain('dmarc');
    expect(recordsOf(await claimed(ann), 'dmarc')).toEqual({
      '_dmarc.own.example': { TXT: ['V = DMARC1 ; p=reject'] },
    });
    expect(await look({ 'own.example': { TXT: [spfText, 'v=spf1'] } })).not.toContain('spf');
    expect(await look({ ...spf, ...dmarc })).toEqual(['ownership', 'mx', 'spf', 'dkim', 'dmarc']);
  });

  it('is seen by its account alone, behind the shared ones', async () => {
    expect(await domainsOf(ann)).toEqual(['kauke.test', 'own.example']);
    expect(await domainsOf(bob)).toEqual(['kauke.test']);
    expect(await makeAlias(bob, 'shop@own.example', 'bob@work.example')).toBe(400);
  });

  it('forwards mail to its aliases, signed and aligned as itself', async () => {
    expect(await makeAlias(ann, 'info@own.example', 'ann@home.example')).toBe(201);
    expect(await makeAlias(ann, 'shop@own.example', 'ann@home.example')).toBe(201);
    expect(await world.rcpt('nobody@own.example')).toBe(heard.unknown);
    const forwarded = await arrivedAt(world, 'Shop@OWN.example');
    const raw = forwarded?.raw ?? Buffer.alloc(0);
    expect(forwarded?.rcptTo).toEqual(['ann@home.example']);
    expect(forwarded?.mailFrom).toMatch(/^b=.*@own\.example$/);
    expect(
      parseMessage(raw)
        .fields.filter(({ key }) => key === 'from')
        .map(fieldText),
    ).toEqual([expect.stringMatching(/@own\.example>$/)]);
    const { results } = await dkimVerify(raw, { resolver: createOracleResolver(world.zone) });
    expect(results).toMatchObject([{ signingDomain: 'own.example', selector: 'k1', status: { result: 'pass' } }]);
  });

  it('has any name for its aliases, also the ones that lead to the operator elsewhere', async () => {
    expect(await makeAlias(ann, 'reserved@own.example', 'ann@home.example')).toBe(201);
    const found = (await aliasesOn(ann, 'own.example')).find(({ alias }) => alias === 'reserved');
    const renamed = await ann.send('PUT', `/api/aliases/${found?.id ?? ''}`, { alias: 'admin' });
    expect(renamed).toMatchObject({ status: 200 });
    expect(await takenBy(world, 'Admin@own.example')).toEqual(['ann@home.example']);
    // Nobody's alias yet.
    expect(await takenBy(world, 'postmaster@own.example')).toEqual([operator]);
    expect(await makeAlias(ann, 'postmaster@own.example', 'ann@home.example')).toBe(201);
    expect(await takenBy(world, 'postmaster@own.example')).toEqual(['ann@home.example']);
    expect(await takenBy(world, 'admin@kauke.test')).toEqual([operator]);
  });

  it('leaves its postmaster and abuse to the operator where its owner takes no mail there, and no other name', async () => {
    // What proves to an authority whose domain it is reaches its owner or nobody.
    for (const name of ['administrator', 'hostmaster', 'webmaster']) {
      expect(await world.rcpt(`${name}@own.example`)).toBe(heard.unknown);
    }
    expect(await takenBy(world, 'abuse@own.example')).toEqual([operator]);
    await setActive(ann, 'postmaster@own.example', false);
    await setActive(ann, 'admin@own.example', false);
    expect(await takenBy(world, 'postmaster@own.example')).toEqual([operator]);
    expect(await world.mail('admin@own.example')).toBe(heard.taken);
    await setActive(ann, 'postmaster@own.example', true);
    await setActive(ann, 'admin@own.example', true);
    expect(await takenBy(world, 'postmaster@own.example')).toEqual(['ann@home.example']);
  });

  it('has its roles taken by its catch-all as any other name', async () => {
    const domain = await claimed(ann);
    const set = async (catchAll: string) => {
      const path = `/api/account/domains/${domain.id}`;
      const settings = { catchAll, defaultForwardTo: 'ann@home.example' };
      expect(await ann.send('PATCH', path, settings)).toMatchObject({ status: 200 });
    };
    await set('all');
    expect(await takenBy(world, 'hostmaster@own.example')).toEqual(['ann@home.example']);
    expect(await takenBy(world, 'Abuse+report@own.example')).toEqual(['ann@home.example']);
    await set('off');
  });

  it('is no target once its mail comes here', async () => {
    expect(await makeAlias(ann, 'loop@kauke.test', 'shop@own.example')).toBe(400);
  });

  it('is whose DNS proves it now: the one who held it loses it at once, and nothing is deleted', async () => {
    const before = await verify(ann, await claimed(ann));
    const theirs = await claim(bob, 'own.example');
    const proofs = [proofIn(before), proofIn(theirs)];
    expect(new Set(proofs).size).toBe(2);
    world.publish({ '_kauke.own.example': { TXT: proofs } });
    expect((await verify(bob, theirs)).state).toBe('unverified');
    expect(await world.rcpt('shop@own.example')).toBe(heard.recipientTaken);

    world.publish({ '_kauke.own.example': { TXT: [proofIn(theirs)] } });
    expect((await verify(bob, theirs)).state).toBe('verified');
    expect((await claimed(ann)).state).toBe('lost');
    expect(await domainsOf(ann)).toEqual(['kauke.test']);
    expect(await world.rcpt('shop@own.example')).toBe(heard.unknown);
    const list = JSON.stringify((await ann.send('GET', `/api/aliases/${ann.id}`)).body);
    expect(list).toContain('"alias":"shop"');

    expect(await makeAlias(bob, 'shop@own.example', 'bob@work.example')).toBe(201);
    const forwarded = await arrivedAt(world, 'shop@own.example');
    expect(forwarded?.rcptTo).toEqual(['bob@work.example']);
    const events = JSON.stringify((await ann.send('GET', '/api/account/security')).body);
    expect(events).toContain('domain_lost');
  });
});

describe('a domain whose mail is elsewhere', () => {
  it('sends its mail to us as before, claimed or proven, and is a target like any other', async () => {
    expect(await makeAlias(ann, 'news@kauke.test', 'bea@sender.example')).toBe(201);
    const domain = await claim(bob, 'sender.example');
    expect(await takenBy(world, 'news@kauke.test')).toEqual(['bea@sender.example']);
    world.publish({ '_kauke.sender.example': { TXT: [proofIn(domain)] } });
    const proven = await verify(bob, domain);
    expect(proven.state).toBe('verified');
    expect(passing(proven)).not.toContain('mx');
    // Not handed over within: its mailboxes are at its own server.
    expect(await takenBy(world, 'news@kauke.test')).toEqual(['bea@sender.example']);
    expect(await makeAlias(ann, 'more@kauke.test', 'carl@sender.example')).toBe(201);
    expect((await bob.send('DELETE', `/api/account/domains/${domain.id}`)).status).toBe(200);
  });
});

describe('a member of a domain', () => {
  it('makes aliases on it by a link that works once, and keeps them when it is taken off the list', async () => {
    const { id } = await claimed(bob);
    const path = `/api/account/domains/${id}`;
    expect((await ann.send('GET', `${path}/members`)).status).toBe(404);
    const invited = await bob.send('POST', `${path}/invitations`, { name: 'Cy', role: 'maker' });
    expect(invited.status).toBe(201);
    const [, token = ''] = (invited.body as { link: string }).link.split('#');
    const cy = await world.signUp('cy@far.example');
    const joined = await domainOf(cy.send('POST', '/api/account/domains/join', { token }));
    expect(joined).toMatchObject({ name: 'own.example', role: 'maker', checks: [] });
    expect((await ann.send('POST', '/api/account/domains/join', { token })).status).toBe(410);
    expect(await domainsOf(cy)).toEqual(['kauke.test', 'own.example']);

    // By these, authorities ask who has a domain.
    for (const name of ['admin', 'hostmaster', 'postmaster']) {
      expect(await makeAlias(cy, `${name}@own.example`, 'cy@far.example')).toBe(400);
    }
    expect(await makeAlias(cy, 'cy@own.example', 'cy@far.example')).toBe(201);
    const [theirs] = await aliasesOn(cy, 'own.example');
    expect((await cy.send('PUT', `/api/aliases/${theirs?.id ?? ''}`, { alias: 'admin' })).status).toBe(400);
    const forwarded = await arrivedAt(world, 'cy@own.example');
    expect(forwarded?.rcptTo).toEqual(['cy@far.example']);

    for (const [method, where] of [
      ['GET', `${path}/members`],
      ['POST', `${path}/verify`],
    ] as const) {
      expect((await cy.send(method, where)).status).toBe(404);
    }
    const { body } = await bob.send('GET', `${path}/members`);
    const { members } = domainMembersResponseSchema.parse(body);
    expect(members).toMatchObject([
      { name: null, state: 'owner', you: true, aliases: 1 },
      { name: 'Cy', role: 'maker', state: 'member', you: false, aliases: 1 },
    ]);
    expect(JSON.stringify(body)).not.toContain('cy@far.example');
    expect((await bob.send('DELETE', `${path}/members/${members[0]?.id ?? ''}`)).status).toBe(404);
    expect((await bob.send('DELETE', `${path}/members/${members[1]?.id ?? ''}`)).status).toBe(200);
    expect(await makeAlias(cy, 'more@own.example', 'cy@far.example')).toBe(400);
    expect(await world.rcpt('cy@own.example')).toBe(heard.recipientTaken);
  });
});

describe('a sub-domain of a shared one', () => {
  it('is the first one’s who asks, and takes mail at once', async () => {
    const domain = await claim(ann, 'ruta.kauke.test');
    expect(domain).toMatchObject({ kind: 'sub', state: 'verified', checks: [] });
    expect((await bob.send('POST', '/api/account/domains', { name: 'ruta.kauke.test' })).status).toBe(409);
    expect((await bob.send('POST', '/api/account/domains', { name: 'a.ruta.kauke.test' })).status).toBe(400);
    expect(await makeAlias(ann, 'bank@ruta.kauke.test', 'ann@home.example')).toBe(201);
    const forwarded = await arrivedAt(world, 'bank@ruta.kauke.test');
    const raw = forwarded?.raw ?? Buffer.alloc(0);
    const { results } = await dkimVerify(raw, { resolver: createOracleResolver(world.zone) });
    expect(results).toMatchObject([{ signingDomain: 'kauke.test', status: { result: 'pass' } }]);
  });

  it('is nobody else’s once it was given up', async () => {
    const domain = await claim(bob, 'linas.kauke.test');
    expect((await bob.send('DELETE', `/api/account/domains/${domain.id}`)).status).toBe(200);
    expect((await ann.send('POST', '/api/account/domains', { name: 'linas.kauke.test' })).status).toBe(409);
    expect(await claim(bob, 'linas.kauke.test')).toMatchObject({ state: 'verified' });
  });
});
