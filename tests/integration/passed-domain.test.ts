import { afterAll, beforeAll, expect, it } from 'vitest';
import { madeOfferResponseSchema } from '#contract/domains/offers.ts';
import { domainAliasesResponseSchema } from '#contract/account/domains.ts';
import {
  aliasesOn,
  claim,
  heard,
  makeAlias,
  recordsOf,
  startDomainWorld,
  verify,
  type DomainWorld,
} from '#support/domain-world.ts';

let world: DomainWorld;
beforeAll(async () => {
  world = await startDomainWorld();
});
afterAll(() => world.stop());

/** Whom a message to an address reaches. */
async function takenBy(to: string) {
  const [message] = await world.arrivedBy(async () => expect(await world.mail(to)).toBe(heard.taken));
  return message?.rcptTo;
}

it('a domain passed on without its aliases has no role of its former owner’s, and but two of the operator’s', async () => {
  const bob = await world.signUp('bob@work.example');
  const dan = await world.signUp('dan@near.example');
  const domain = await claim(bob, 'own.example');
  for (const check of ['ownership', 'mx', 'dkim'] as const) world.publish(recordsOf(domain, check));
  expect((await verify(bob, domain)).state).toBe('verified');
  for (const name of ['admin', 'abuse', 'shop']) {
    expect(await makeAlias(bob, `${name}@own.example`, 'bob@work.example')).toBe(201);
  }
  expect(await takenBy('admin@own.example')).toEqual(['bob@work.example']);
  const { body } = await bob.send('POST', `/api/account/domains/${domain.id}/offer`, {});
  const [, token = ''] = madeOfferResponseSchema.parse(body).link.split('#');
  const taken = await dan.send('POST', '/api/offers/take', { token, name: 'own.example' });
  expect(taken).toMatchObject({ status: 200 });
  expect(await world.rcpt('admin@own.example')).toBe(heard.unknown);
  expect(await takenBy('abuse@own.example')).toEqual(['operator@home.example']);
  expect(await takenBy('shop@own.example')).toEqual(['bob@work.example']);
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
