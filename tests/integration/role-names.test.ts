import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { domainAliasesResponseSchema, domainMembersResponseSchema, type OwnDomain } from '#contract/account/domains.ts';
import { madeOfferResponseSchema } from '#contract/domains/offers.ts';
import {
  aliasesOn,
  claim,
  claimed,
  domainOf,
  heard,
  makeAlias,
  recordsOf,
  setActive,
  startDomainWorld,
  verify,
  type DomainWorld,
  takenBy,
} from '#support/domain-world.ts';
import type { Owner } from '#support/running-service.ts';

const operator = 'operator@home.example';

let world: DomainWorld;
let ann: Owner;
let ed: Owner;
let cy: Owner;
let dan: Owner;
let domain: OwnDomain;
let path: string;

async function invite(owner: Owner, role: 'maker' | 'admin'): Promise<string> {
  const { body } = await ann.send('POST', `${path}/invitations`, { name: `The ${role}`, role });
  const [, token = ''] = (body as { link: string }).link.split('#');
  await domainOf(owner.send('POST', '/api/account/domains/join', { token }));
  return token;
}

/** As a release made it that knew no such names: the maker's alias of another name is called so now. */
async function makeOld(owner: Owner, name: string): Promise<void> {
  expect(await makeAlias(owner, `former-${name}@own.example`, 'cy@far.example')).toBe(201);
  await withDomains(world.service.command, ({ database }) =>
    database.db
      .updateTable('aliases')
      .set({ localPart: name })
      .where('localPart', '=', `former-${name}`)
      .executeTakeFirst(),
  );
}

async function idOf(owner: Owner, name: string): Promise<string> {
  return (await aliasesOn(owner, 'own.example')).find(({ alias }) => alias === name)?.id ?? '';
}

async function givable(owner: Owner) {
  const { body } = await owner.send('GET', `${path}/aliases?givable=true`);
  return domainAliasesResponseSchema.parse(body).aliases.map(({ name, state }) => [name, state]);
}

beforeAll(async () => {
  world = await startDomainWorld();
  ann = await world.signUp('ann@home.example');
  ed = await world.signUp('ed@work.example');
  cy = await world.signUp('cy@far.example');
  dan = await world.signUp('dan@near.example');
  domain = await claim(ann, 'own.example');
  path = `/api/account/domains/${domain.id}`;
  for (const check of ['ownership', 'mx', 'dkim'] as const) world.publish(recordsOf(domain, check));
  await verify(ann, domain);
  await invite(ed, 'admin');
  await invite(cy, 'maker');
  for (const name of ['admin', 'webmaster', 'postmaster']) await makeOld(cy, name);
});
afterAll(() => world.stop());

describe('the role names of a domain', () => {
  it('lead to the maker who has them from before, tags and all, and the domain says so to its admins', async () => {
    expect(await takenBy(world, 'admin@own.example')).toEqual(['cy@far.example']);
    expect(await takenBy(world, 'Admin+ca@OWN.example')).toEqual(['cy@far.example']);
    const all = [
      ['admin', 'on'],
      ['postmaster', 'on'],
      ['webmaster', 'on'],
    ];
    for (const owner of [ann, ed]) {
      expect(await givable(owner)).toEqual(all);
      expect(await claimed(owner)).toMatchObject({ othersRoles: 3 });
    }
    expect((await cy.send('GET', `${path}/aliases?givable=true`)).status).toBe(404);
    expect(await claimed(cy)).toMatchObject({ othersRoles: 0 });
  });

  it('are sent nowhere else by their maker, who may note, pause and delete', async () => {
    const id = await idOf(cy, 'admin');
    const put = (input: object) => cy.send('PUT', `/api/aliases/${id}`, input);
    expect(await put({ forwardTo: 'thief@far.example' })).toMatchObject({
      status: 400,
      body: { code: 'alias_reserved', errors: { forwardTo: [expect.stringContaining('Who manages the domain')] } },
    });
    expect((await put({ forwardTo: 'cy@far.example, thief@far.example' })).status).toBe(400);
    const many = await cy.send('PATCH', '/api/aliases', { ids: [id], change: { forwardTo: 'thief@far.example' } });
    expect(many).toMatchObject({ status: 200, body: { changed: 0, skipped: [{ id }] } });
    expect(await put({ forwardTo: 'cy@far.example', notes: 'old' })).toMatchObject({ status: 200 });
    await setActive(cy, 'admin@own.example', false);
    expect(await world.mail('admin@own.example')).toBe(heard.taken);
    await setActive(cy, 'admin@own.example', true);
    expect(await takenBy(world, 'admin@own.example')).toEqual(['cy@far.example']);
  });

  it('leave postmaster to the operator while its maker takes no mail there', async () => {
    expect(await takenBy(world, 'postmaster@own.example')).toEqual(['cy@far.example']);
    await setActive(cy, 'postmaster@own.example', false);
    expect(await takenBy(world, 'postmaster@own.example')).toEqual([operator]);
  });

  it('are made and sent elsewhere by an admin, not passed on to a maker', async () => {
    expect(await makeAlias(cy, 'hostmaster@own.example', 'cy@far.example')).toBe(400);
    expect(await makeAlias(ed, 'hostmaster@own.example', 'ed@work.example')).toBe(201);
    expect(await takenBy(world, 'hostmaster@own.example')).toEqual(['ed@work.example']);
    const id = await idOf(ed, 'hostmaster');
    const elsewhere = await ed.send('PUT', `/api/aliases/${id}`, { forwardTo: 'desk@work.example' });
    expect(elsewhere.status).toBe(200);
    expect(await takenBy(world, 'hostmaster@own.example')).toEqual(['desk@work.example']);
    const { body } = await ed.send('POST', `/api/aliases/${id}/offer`);
    const [, token = ''] = madeOfferResponseSchema.parse(body).link.split('#');
    const taken = await cy.send('POST', '/api/offers/take', { token, name: 'hostmaster@own.example' });
    expect(taken).toMatchObject({ status: 400, body: { code: 'alias_reserved' } });
    expect(await takenBy(world, 'hostmaster@own.example')).toEqual(['desk@work.example']);
  });

  it('go to the owner when an admin says so, with nothing but the name, and whoever had one hears of it', async () => {
    const give = (owner: Owner, name: string) => owner.send('POST', `${path}/roles`, { name });
    for (const [owner, name] of [
      [cy, 'admin'],
      [ed, 'former-none'],
      [ed, 'cy'],
    ] as const) {
      expect((await give(owner, name)).status).toBe(404);
    }
    // Two at once: one of them finds it given.
    const answers = await Promise.all([give(ed, 'admin'), give(ann, 'admin')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await takenBy(world, 'admin@own.example')).toEqual(['ann@home.example']);
    expect(await idOf(cy, 'admin')).toBe('');
    const mine = (await aliasesOn(ann, 'own.example')).find(({ alias }) => alias === 'admin');
    expect(mine).toMatchObject({ notes: null });
    for (const [owner, kind] of [
      [cy, 'role_left'],
      [ann, 'role_came'],
    ] as const) {
      const events = JSON.stringify((await owner.send('GET', '/api/account/security')).body);
      expect(events).toContain(kind);
    }
    expect((await givable(ann)).map(([name]) => name)).toEqual(['hostmaster', 'postmaster', 'webmaster']);
  });

  it('take no mail of somebody who is no member any more, nor once they come back, until they are the owner’s', async () => {
    expect(await takenBy(world, 'webmaster@own.example')).toEqual(['cy@far.example']);
    const { members } = domainMembersResponseSchema.parse((await ann.send('GET', `${path}/members`)).body);
    const maker = members.find(({ name }) => name === 'The maker');
    expect((await ann.send('DELETE', `${path}/members/${maker?.id ?? ''}`)).status).toBe(200);
    expect(await world.rcpt('webmaster@own.example')).toBe(heard.unknown);
    await invite(cy, 'maker');
    expect(await world.rcpt('webmaster@own.example')).toBe(heard.unknown);
    expect(await givable(ann)).toEqual([
      ['hostmaster', 'on'],
      ['postmaster', 'role'],
      ['webmaster', 'role'],
    ]);
    expect((await ann.send('POST', `${path}/roles`, { name: 'webmaster' })).status).toBe(200);
    expect(await takenBy(world, 'webmaster@own.example')).toEqual(['ann@home.example']);
  });

  it('stay an admin’s and a maker’s where the domain passes on, and are nobody’s where they were its owner’s', async () => {
    await makeOld(cy, 'administrator');
    const { body } = await ann.send('POST', `${path}/offer`, {});
    const [, token = ''] = madeOfferResponseSchema.parse(body).link.split('#');
    expect((await dan.send('POST', '/api/offers/take', { token, name: 'own.example' })).status).toBe(200);
    expect(await takenBy(world, 'hostmaster@own.example')).toEqual(['desk@work.example']);
    expect(await takenBy(world, 'administrator@own.example')).toEqual(['cy@far.example']);
    expect(await world.rcpt('admin@own.example')).toBe(heard.unknown);
    expect((await dan.send('POST', `${path}/roles`, { name: 'admin' })).status).toBe(200);
    expect(await takenBy(world, 'admin@own.example')).toEqual(['dan@near.example']);
  });

  it('come to the owner by catch-all, whoever else deleted them; what the owner deleted stays deleted', async () => {
    const owners = await domainOf(dan.send('PATCH', path, { catchAll: 'all' }));
    expect(owners.catchAll).toBe('all');
    const ask = (name: string) => dan.send('POST', `${path}/rules/test`, { address: `${name}@own.example` });
    const remove = async (owner: Owner, name: string) => {
      const id = await idOf(owner, name);
      expect((await owner.send('DELETE', `/api/aliases/${id}`)).status).toBe(200);
      return id;
    };
    const left = await remove(cy, 'administrator');
    expect((await ask('administrator')).body).toMatchObject({ outcome: 'make' });
    expect(await takenBy(world, 'administrator@own.example')).toEqual(['dan@near.example']);
    expect((await cy.send('POST', `/api/aliases/${left}/restore`)).status).toBe(404);
    const gone = await remove(ed, 'hostmaster');
    expect((await ed.send('DELETE', `/api/aliases/${gone}/forget`)).status).toBe(200);
    expect((await ask('hostmaster')).body).toMatchObject({ outcome: 'make' });
    expect(await takenBy(world, 'Hostmaster+ca@own.example')).toEqual(['dan@near.example']);
    await remove(dan, 'hostmaster');
    await remove(dan, 'administrator');
    for (const name of ['hostmaster', 'administrator']) {
      expect((await ask(name)).body).toMatchObject({ outcome: 'gone' });
      expect(await world.rcpt(`${name}@own.example`)).toBe(heard.unknown);
    }
    // Another name that a member deleted stays deleted, as ever.
    expect(await makeAlias(cy, 'news@own.example', 'cy@far.example')).toBe(201);
    await remove(cy, 'news');
    expect(await world.rcpt('news@own.example')).toBe(heard.unknown);
  });
});
