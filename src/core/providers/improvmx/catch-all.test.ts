import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { toggleAlias } from '#core/aliases/update-alias.ts';
import { changeDomain } from '#core/own-domains/own-domains.ts';
import { getOwnDomain } from '#core/own-domains/read-domains.ts';
import type { ImprovmxServer } from '#support/improvmx-server.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { startProviderTest, type ProviderTest } from '#support/provider-test.ts';

const domain = 'ann.example';
const inbox = 'ann@inbox.example';
const ip = '192.0.2.1';
let test: ProviderTest;
let server: ImprovmxServer;
let domainId: string;

beforeEach(async () => {
  test = await startProviderTest();
  ({ server } = test);
  ({ id: domainId } = await addOwnDomain(test.side.core, { userId: test.ann, name: domain }));
  await test.side.settle();
});
afterEach(() => test.close());

function change(catchAll: 'off' | 'all' | 'rules') {
  return changeDomain(test.side.core, { domainId, userId: test.ann, ip }, { catchAll });
}

async function make(alias: string, forwardTo = inbox): Promise<string> {
  const given = { alias, domain, forwardTo };
  return (await createAlias(test.side.core, given, { ownerId: test.ann, askerId: test.ann, ip })).id;
}

/** Where mail to a name goes, by what stands there. */
function fateOf(name: string): string {
  const forward = server.account.forwardOf(domain, name) ?? server.account.forwardOf(domain, '*');
  if (forward === null) return 'refused';
  return forward.includes('/api/discard/') ? 'dropped' : forward;
}

it('forwards every name but those that are to get nothing, until it is switched off', async () => {
  const { side, ann } = test;
  const paused = await make('paused');
  await toggleAlias(side.core, { aliasId: paused, userId: ann, active: false });
  await make('waiting', 'other@inbox.example');
  await deleteAlias(side.core, await make('binned'), ann);
  await make('shoes');
  await test.allDone();
  const names = ['shoes', 'paused', 'waiting', 'binned', 'anything'];
  expect(names.map(fateOf)).toEqual([inbox, 'dropped', 'refused', 'refused', 'refused']);
  expect(await change('all')).toMatchObject({ catchAll: 'all' });
  await test.allDone();
  expect(names.map(fateOf)).toEqual([inbox, 'dropped', 'dropped', 'dropped', inbox]);
  await change('off');
  await test.allDone();
  expect(names.map(fateOf)).toEqual([inbox, 'dropped', 'refused', 'refused', 'refused']);
});

it('says what it cannot: rules, and catch-all where the plan cannot drop mail', async () => {
  await expect(change('rules')).rejects.toMatchObject({
    code: 'provider_refused',
    message: expect.stringContaining('takes no rules of ours'),
  });
  server.account.plan = { ...server.account.plan, premium: false };
  await expect(change('all')).rejects.toMatchObject({
    code: 'provider_refused',
    message: expect.stringContaining('mail of paused aliases would still be forwarded'),
  });
  expect(fateOf('anything')).toBe('refused');
});

it('asks for the records of ImprovMX, not for ours', async () => {
  const { checks } = await getOwnDomain(test.side.core, { domainId, userId: test.ann });
  const records = checks.flatMap(({ check, expected }) => (check === 'ownership' ? [] : expected));
  expect(records.map(({ type, name, value }) => `${type} ${name} ${value}`)).toEqual([
    'MX ann.example 10 mx1.improvmx.com',
    'MX ann.example 20 mx2.improvmx.com',
    'TXT ann.example v=spf1 include:spf.improvmx.com ~all',
    'CNAME dkimprovmx1._domainkey.ann.example dkimprovmx1.improvmx.com',
    'CNAME dkimprovmx2._domainkey.ann.example dkimprovmx2.improvmx.com',
    'TXT _dmarc.ann.example v=DMARC1; p=quarantine',
  ]);
});
