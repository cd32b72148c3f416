import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAlias } from '#core/aliases/create-alias.ts';
import type { ImprovmxContext } from '#core/providers/improvmx/improvmx-context.ts';
import { providerPace } from '#core/providers/improvmx/provider-pace.ts';
import { compareDueDomain } from '#core/providers/improvmx/watch-drift.ts';
import { systemClock } from '#platform/clock.ts';
import type { ImprovmxServer } from '#support/improvmx-server.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { startProviderTest, type ProviderTest } from '#support/provider-test.ts';

const minuteMs = 60_000;
const inbox = 'ann@inbox.example';
const never = new AbortController().signal;
let test: ProviderTest;
let server: ImprovmxServer;

beforeEach(async () => {
  test = await startProviderTest();
  ({ server } = test);
});
afterEach(() => test.close());

/** Compares what is due so much later, as one of any number of processes does. */
async function compareAfter(minutes: number): Promise<void> {
  const clock = { now: () => systemClock.now() + minutes * minuteMs };
  const context: ImprovmxContext = { ...test.side.context, clock };
  while (await compareDueDomain(context, never));
}

describe('an alias that was deleted at the provider', () => {
  it('is not shown as live ten minutes later, and is made again', async () => {
    const { compareEveryMs, compareTimeoutMs } = providerPace;
    expect(compareEveryMs + compareTimeoutMs).toBeLessThanOrEqual(10 * minuteMs);
    const { id } = await test.make('shoes', inbox);
    server.account.removeAlias('kauke.test', 'shoes');
    const before = server.requests.length;
    await compareAfter(2);
    expect(server.requests.length).toBe(before);
    expect(await test.read(id)).toMatchObject({ providerState: 'live' });
    await compareAfter(5);
    expect(await test.read(id)).toMatchObject({ providerState: 'setting_up' });
    await test.side.settle();
    expect(await test.read(id)).toMatchObject({ providerState: 'live' });
    expect(server.account.forwardOf('kauke.test', 'shoes')).toBe(inbox);
  });

  it('is looked for by one process, however many there are', async () => {
    const lists = (): number => server.requests.filter(({ url }) => url.includes('kauke.test/aliases?')).length;
    const before = lists();
    await Promise.all([compareAfter(5), compareAfter(5), compareAfter(5)]);
    expect(lists()).toBe(before + 1);
  });

  it('is found at the next look where the provider does not answer at one', async () => {
    const { id } = await test.make('shoes', inbox);
    server.account.removeAlias('kauke.test', 'shoes');
    server.trouble = () => 'error_500';
    await compareAfter(5);
    expect(await test.read(id)).toMatchObject({ providerState: 'live' });
    expect(test.side.logLines.join('\n')).toContain('provider_not_compared');
    server.trouble = () => null;
    await compareAfter(10);
    expect(await test.read(id)).toMatchObject({ providerState: 'setting_up' });
  });
});

it('an alias whose inbox has not agreed yet is not there, and not shown as live', async () => {
  const { id } = await test.make('shoes', 'other@inbox.example');
  expect(await test.read(id)).toMatchObject({ providerState: 'absent' });
  // As those are that were made before this was told apart.
  await test.side.core.database.pool.query(`update aliases set provider_state = 'live'`);
  await compareAfter(5);
  await test.side.settle();
  expect(await test.read(id)).toMatchObject({ providerState: 'absent' });
});

it('the mail of a domain is forwarded no more once its owner has lost it', async () => {
  const { side, ann } = test;
  const { id } = await addOwnDomain(side.core, { userId: ann, name: 'ann.example' });
  await side.settle();
  const given = { alias: 'shoes', domain: 'ann.example', forwardTo: inbox };
  await createAlias(side.core, given, { ownerId: ann, askerId: ann, ip: '192.0.2.1' });
  expect(server.account.forwardOf('ann.example', 'shoes')).toBe(inbox);
  server.account.domains.get('ann.example')?.credentials.set('shoes', { password: 'x', created: 0 });
  await side.core.database.pool.query(`insert into smtp_credentials (id, alias_id, password_hash, at_provider)
    select gen_random_uuid(), id, ''::bytea, true from aliases`);
  const lost = { state: 'lost', changedAt: new Date(systemClock.now()) } as const;
  await side.core.database.db.updateTable('domains').set(lost).where('id', '=', id).execute();
  await compareAfter(5);
  await side.settle();
  expect(server.account.forwardOf('ann.example', 'shoes')).toBeNull();
  expect(server.account.domains.get('ann.example')?.credentials.size).toBe(0);
});
