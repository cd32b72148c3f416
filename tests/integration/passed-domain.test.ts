import { afterAll, beforeAll, expect, it } from 'vitest';
import { madeOfferResponseSchema } from '#contract/domains/offers.ts';
import { domainAliasesResponseSchema, type OwnDomain } from '#contract/account/domains.ts';
import { senderRuleResponseSchema } from '#contract/held/sender-rules.ts';
import {
  aliasesOn,
  claim,
  heard,
  makeAlias,
  recordsOf,
  startDomainWorld,
  verify,
  type DomainWorld,
  takenBy,
} from '#support/domain-world.ts';
import type { Owner } from '#support/running-service.ts';

let world: DomainWorld;
let bob: Owner;
let domain: OwnDomain;
beforeAll(async () => {
  world = await startDomainWorld();
  bob = await world.signUp('bob@work.example');
  domain = await claim(bob, 'own.example');
  for (const check of ['ownership', 'mx', 'dkim'] as const) world.publish(recordsOf(domain, check));
  await verify(bob, domain);
  for (const name of ['admin', 'abuse', 'shop']) await makeAlias(bob, `${name}@own.example`, 'bob@work.example');
});
afterAll(() => world.stop());

it('a domain’s abuse is the operator’s for whom its owner blocks, unseen from outside, and no other name is', async () => {
  const block = { scope: 'account', match: '@sender.example', action: 'block' };
  const { status, body } = await bob.send('POST', '/api/sender-rules', block);
  expect(status).toBe(201);
  const both = ['abuse@own.example', 'admin@own.example'];
  const arrived = await world.arrivedBy(async () => {
    expect(await world.mail('admin@own.example')).toBe(heard.taken);
    expect(await world.send(both)).toEqual([heard.recipientTaken, heard.recipientTaken, heard.taken]);
  });
  expect(arrived.map(({ rcptTo }) => rcptTo)).toEqual([['operator@home.example']]);
  const { id } = senderRuleResponseSchema.parse(body).senderRule;
  expect(await bob.send('DELETE', `/api/sender-rules/${id}`)).toMatchObject({ status: 200 });
  expect(await takenBy(world, 'abuse@own.example')).toEqual(['bob@work.example']);
});

it('a domain passed on without its aliases has no role of its former owner’s, and but two of the operator’s', async () => {
  const dan = await world.signUp('dan@near.example');
  expect(await takenBy(world, 'admin@own.example')).toEqual(['bob@work.example']);
  const { body } = await bob.send('POST', `/api/account/domains/${domain.id}/offer`, {});
  const [, token = ''] = madeOfferResponseSchema.parse(body).link.split('#');
  const taken = await dan.send('POST', '/api/offers/take', { token, name: 'own.example' });
  expect(taken).toMatchObject({ status: 200 });
  expect(await world.rcpt('admin@own.example')).toBe(heard.unknown);
  expect(await takenBy(world, 'abuse@own.example')).toEqual(['operator@home.example']);
  expect(await takenBy(world, 'shop@own.example')).toEqual(['bob@work.example']);
  const theirs = await aliasesOn(bob, 'own.example');
  expect(new Map(theirs.map(({ alias, domainFault }) => [alias, domainFault]))).toEqual(
    new Map([
      ['admin', 'role'],
      ['abuse', 'role'],
      ['shop', undefined],
    ]),
  );
  const one = await bob.send('PUT', `/api/aliases/${theirs.find(({ alias }) => alias === 'admin')?.id ?? ''}`, {
    notes: 'old',
  });
  expect(one.body).toMatchObject({ alias: { domainFault: 'role' } });
  const listed = await dan.send('GET', `/api/account/domains/${domain.id}/aliases`);
  const { aliases } = domainAliasesResponseSchema.parse(listed.body);
  expect(aliases.map(({ name, state }) => [name, state])).toEqual([
    ['abuse', 'role'],
    ['admin', 'role'],
    ['shop', 'on'],
  ]);
});
