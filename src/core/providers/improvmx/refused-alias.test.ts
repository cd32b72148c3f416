import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { restoreAlias } from '#core/aliases/generated/generate-alias.ts';
import { reconcile } from '#core/providers/improvmx/reconcile.ts';
import { signUp } from '#support/core.ts';
import { startProviderTest, type ProviderTest } from '#support/provider-test.ts';

const domain = 'kauke.test';
const inbox = 'ann@inbox.example';
const boss = 'boss@operator.example';
const ip = '192.0.2.1';
let test: ProviderTest;

beforeEach(async () => {
  test = await startProviderTest();
});
afterEach(() => test.close());

function remote(alias: string): string | null {
  return test.server.account.forwardOf(domain, alias);
}
function mend() {
  return reconcile(test.side.context, { mend: true, signal: AbortSignal.timeout(10_000) });
}
async function makeAsBob(alias: string) {
  const { id } = (await signUp(test.side.core, 'bob@inbox.example', '192.0.2.2')).user;
  const input = { alias, domain, forwardTo: 'bob@inbox.example' };
  return createAlias(test.side.core, input, { ownerId: id, askerId: id, ip });
}

describe('an alias that the operator made at the provider', () => {
  beforeEach(() => test.server.account.setAlias(domain, 'travel', boss));

  it('outlives the wish of a user for it, and is free for everybody afterwards', async () => {
    await expect(test.make('travel', inbox)).rejects.toMatchObject({ code: 'alias_unavailable' });
    await mend();
    expect(remote('travel')).toBe(boss);
    test.server.account.removeAlias(domain, 'travel');
    expect(await makeAsBob('travel')).toMatchObject({ alias: 'travel' });
  });

  it('outlives an alias here that stood as taken', async () => {
    test.server.trouble = () => 'error_500';
    const { id } = await test.make('travel', inbox);
    test.server.trouble = () => null;
    await test.settleUntil(async () => (await test.read(id)).providerState === 'taken');
    await deleteAlias(test.side.core, id, test.ann);
    await mend();
    expect(remote('travel')).toBe(boss);
  });

  it('outlives an alias here that never got as far as the provider', async () => {
    const { id } = await test.make('travel', 'unconfirmed@inbox.example');
    await deleteAlias(test.side.core, id, test.ann);
    await mend();
    expect(remote('travel')).toBe(boss);
  });
});

it('what the operator makes at the provider after the plan was full stays, and is a conflict', async () => {
  const { account } = test.server;
  const { plan } = account;
  test.server.trouble = () => 'error_500';
  const { id } = await test.make('shoes', inbox);
  test.server.trouble = () => null;
  account.plan = { ...plan, aliases: 2 };
  await test.settleUntil(async () => (await test.read(id)).providerState === 'plan_limit');
  account.plan = plan;
  account.setAlias(domain, 'shoes', boss);
  await test.side.core.database.pool.query('update provider_changes set next_attempt_at = now()');
  await test.side.settle();
  expect(remote('shoes')).toBe(boss);
  expect(await test.read(id)).toMatchObject({ providerState: 'taken' });
});

it('an address is reserved for nobody when the plan is full', async () => {
  const { account } = test.server;
  const { plan } = account;
  account.plan = { ...plan, aliases: 2 };
  await expect(test.make('shoes', inbox)).rejects.toMatchObject({ code: 'provider_refused' });
  account.plan = plan;
  expect(await makeAsBob('shoes')).toMatchObject({ alias: 'shoes' });
});

it('a deleted alias can still be restored by its id after the provider refused that once', async () => {
  const { core } = test.side;
  const { id } = await test.make('shoes', inbox);
  await deleteAlias(core, id, test.ann, { restorable: true });
  await test.allDone();
  const stored = () => core.database.db.selectFrom('tombstones').selectAll().execute();
  const before = await stored();
  const { account } = test.server;
  account.setAlias(domain, 'shoes', boss);
  const restore = () => restoreAlias(core, { aliasId: id, userId: test.ann }, ip);
  await expect(restore()).rejects.toMatchObject({ code: 'alias_unavailable' });
  expect(await stored()).toEqual(before);
  account.removeAlias(domain, 'shoes');
  expect(await restore()).toMatchObject({ alias: 'shoes', providerState: 'live' });
});
