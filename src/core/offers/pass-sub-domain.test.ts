import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { offerDomain } from '#core/offers/offers.ts';
import { takeOffer } from '#core/offers/take-offer.ts';
import { changeDomain, claimDomain, removeDomain } from '#core/own-domains/own-domains.ts';
import { getOwnDomain, listOwnDomains } from '#core/own-domains/read-domains.ts';
import { recheckDomains } from '#core/own-domains/recheck-domains.ts';
import { createTestCore, dayMs, signUp, type TestCore } from '#support/core.ts';

const ip = '192.0.2.1';
const name = 'ruta.kauke.test';

let test: TestCore;
let ann: string;
let bob: string;

beforeAll(async () => {
  const domains = { own: true, below: ['kauke.test'], mailHostname: 'mx.kauke.test' };
  test = await createTestCore({ targetConfirmation: 'off', domains });
  ann = (await signUp(test.core, 'ann@home.example')).user.id;
  bob = (await signUp(test.core, 'bob@work.example')).user.id;
});
afterAll(() => test.drop());

it('a sub-domain passes with nothing to prove, and its name never comes back to whoever gave it', async () => {
  const { id: domainId } = await claimDomain(test.core, ann, name);
  const member = { domainId, userId: ann };
  await changeDomain(test.core, { ...member, ip }, { catchAll: 'all', defaultForwardTo: 'box@home.example' });
  const input = { alias: 'shop', domain: name, forwardTo: 'box@home.example', notes: 'told nobody' };
  await createAlias(test.core, input, { ownerId: ann, askerId: ann, ip });
  const { token } = await offerDomain(test.core, member, { withAliases: true });
  await takeOffer(test.core, { userId: bob, ip, token, name });

  const theirs = { kind: 'sub', state: 'verified', role: 'admin', owned: true, catchAll: 'off' };
  const taken = { ...theirs, proofDueAt: null, checkedAt: null, defaultForwardTo: null };
  expect(await getOwnDomain(test.core, { domainId, userId: bob })).toMatchObject(taken);
  expect((await listOwnDomains(test.core, ann)).domains).toEqual([]);
  const [alias, ...more] = await listAliases(test.core, bob, bob);
  expect(alias).toMatchObject({ alias: 'shop', domain: name, notes: null, targets: [{ value: 'bob@work.example' }] });
  expect(more).toEqual([]);
  expect(await listAliases(test.core, ann, ann)).toEqual([]);

  // Its DNS is the operator's: nobody looks at it, and nothing is contradicted.
  for (let day = 0; day < 20; day += 1) {
    test.advance(dayMs);
    await recheckDomains(test.core);
  }
  expect(await getOwnDomain(test.core, { domainId, userId: bob })).toMatchObject(taken);
  await expect(claimDomain(test.core, ann, name)).rejects.toMatchObject({ code: 'domain_taken' });
  await expect(removeDomain(test.core, { domainId, userId: bob })).rejects.toMatchObject({ code: 'domain_in_use' });
});
