import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { leaveAccount } from '#core/accounts/leave-account.ts';
import { deleteAlias } from '#core/aliases/delete-alias.ts';
import { createCredential, deleteCredential } from '#core/credentials/credentials.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { createOutboxWorker } from '#core/providers/improvmx/outbox-worker.ts';
import { confirmTarget } from '#core/confirmation/confirm-target.ts';
import { tokenOf } from '#support/core.ts';
import type { ImprovmxServer, Trouble } from '#support/improvmx-server.ts';
import { quickPace, type ImprovmxSide } from '#support/provider-sides.ts';
import { startProviderTest, type ProviderTest } from '#support/provider-test.ts';

const domain = 'kauke.test';
const inbox = 'ann@inbox.example';
let server: ImprovmxServer;
let side: ImprovmxSide;
let ann: string;
let test: ProviderTest;

beforeEach(async () => {
  test = await startProviderTest();
  ({ server, side, ann } = test);
});
afterEach(() => test.close());

function make(alias: string, forwardTo = inbox): Promise<Alias> {
  return test.make(alias, forwardTo);
}
function read(aliasId: string): Promise<Alias> {
  return test.read(aliasId);
}
function toggle(aliasId: string, active: boolean): Promise<Alias> {
  return test.toggle(aliasId, active);
}
function remote(alias: string): string | null {
  return server.account.forwardOf(domain, alias);
}
function waiting(): Promise<number> {
  return test.waiting();
}
function allDone(): Promise<void> {
  return test.allDone();
}

describe('a call that was never answered', () => {
  const makeUnanswered = (name: string): Promise<Alias> => {
    server.trouble = ({ method }) => (method === 'POST' ? 'drop_after' : null);
    return make(name).finally(() => {
      server.trouble = () => null;
    });
  };

  it('is known to be ours when the alias has changed meanwhile', async () => {
    const alias = await makeUnanswered('shoes');
    expect(remote('shoes')).toBe(inbox);
    await server.shut();
    await toggle(alias.id, false);
    await server.open();
    await allDone();
    expect(remote('shoes')).toBe(side.context.discardUrl);
    expect(await read(alias.id)).toMatchObject({ providerState: 'live' });
  });

  it('leaves nothing behind when the alias was deleted meanwhile', async () => {
    const alias = await makeUnanswered('shoes');
    await deleteAlias(side.core, alias.id, ann);
    await allDone();
    expect(remote('shoes')).toBeNull();
  });
});

describe('a creation that is carried out after its deletion was settled', () => {
  beforeEach(async () => {
    await test.close();
    test = await startProviderTest({ ...quickPace, secondLookMs: 3_000 });
    ({ server, side, ann } = test);
    server.lateMs = 2_000;
  });

  const createUnanswered = async <Made>(create: () => Promise<Made>): Promise<Made> => {
    server.trouble = ({ method }) => (method === 'POST' ? 'slow' : null);
    const made = await create();
    server.trouble = () => null;
    return made;
  };
  /** The worker has looked, found nothing, and thinks that all is done. */
  const untilSettled = async (): Promise<void> => {
    const isSettled = async (): Promise<boolean> =>
      (await side.core.database.db.selectFrom('providerChanges').select('attempts').execute())[0]?.attempts === 0;
    await test.settleUntil(isSettled);
  };

  it('forwards no mail of an alias', async () => {
    const alias = await createUnanswered(() => make('shoes'));
    await deleteAlias(side.core, alias.id, ann);
    await untilSettled();
    expect(remote('shoes')).toBeNull();
    await server.idle();
    expect(remote('shoes')).toBe(inbox);
    await allDone();
    expect(remote('shoes')).toBeNull();
  });

  it('lets nobody send by a credential', async () => {
    const credentials = () => [...(server.account.domains.get(domain)?.credentials.keys() ?? [])];
    const { id: aliasId } = await make('shoes');
    const { id: credentialId } = await createUnanswered(() => createCredential(side.core, { aliasId, userId: ann }));
    await deleteCredential(side.core, { credentialId, aliasId, userId: ann });
    await untilSettled();
    expect(credentials()).toEqual([]);
    await server.idle();
    expect(credentials()).toEqual(['shoes']);
    await allDone();
    expect(credentials()).toEqual([]);
  });
});

describe('a call that is carried out long after it was given up', () => {
  it('is undone by a second look', async () => {
    await test.close();
    test = await startProviderTest({ ...quickPace, secondLookMs: 3_000 });
    ({ server, side, ann } = test);
    const alias = await make('shoes');
    server.lateMs = 2_000;
    server.trouble = ({ method }) => (method === 'PUT' ? 'slow' : null);
    await toggle(alias.id, false);
    server.trouble = () => null;
    await toggle(alias.id, true);
    await test.settleUntil(async () => (await read(alias.id)).providerState === 'live');
    expect(remote('shoes')).toBe(inbox);
    await server.idle();
    expect(remote('shoes')).toBe(side.context.discardUrl);
    await allDone();
    expect(remote('shoes')).toBe(inbox);
  });
});

const troubles: readonly Trouble[] = [
  'drop_before',
  'drop_after',
  'error_500',
  'html',
  'half',
  'unsuccessful',
  'busy',
  'late',
  'slow',
];

describe.each(troubles)('a provider that goes wrong by %s', (trouble) => {
  it('loses nothing; everything is made when it is well again', async () => {
    const old = await make('old');
    const doomed = await make('doomed');
    server.lateMs = 3_000;
    server.trouble = () => trouble;
    const alias = await make('shoes');
    expect(alias).toMatchObject({ providerState: 'setting_up', improvmxId: alias.id });
    expect(await toggle(old.id, false)).toMatchObject({ active: false, providerState: 'setting_up' });
    await deleteAlias(side.core, doomed.id, ann);
    for (let round = 0; round < 3; round += 1) await side.settle();
    expect(await waiting()).toBeGreaterThan(0);
    server.trouble = () => null;
    await allDone();
    expect(await read(alias.id)).toMatchObject({ providerState: 'live' });
    expect([remote('shoes'), remote('old'), remote('doomed')]).toEqual([inbox, side.context.discardUrl, null]);
  });
});

describe('the worker', () => {
  it('tells the provider by itself what was noted while it was away, also of accounts that are gone', async () => {
    await make('shoes');
    await server.shut();
    await leaveAccount(side.core, ann);
    expect(await waiting()).toBe(1);
    const worker = createOutboxWorker(side.context);
    worker.start();
    await server.open();
    await expect.poll(waiting, { interval: 5 }).toBe(0);
    await worker.stop();
    expect(remote('shoes')).toBeNull();
  });

  it('asks no more often than the provider allows', async () => {
    server.ratePerWindow = 5;
    server.windowSeconds = 1;
    server.allowAgain();
    await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => make(name)));
    expect(side.context.sender.waitMs()).toBeGreaterThan(0);
    const asked = server.requests.length;
    await side.settle();
    expect(server.requests).toHaveLength(asked);
    server.ratePerWindow = null;
    await allDone();
    expect(['one', 'six'].map(remote)).toEqual([inbox, inbox]);
  });

  it('tells what one account changes beyond its share of the calls, which leaves the others theirs', async () => {
    for (let round = 0; round < rateLimitRules.providerCallsPerUser.max - 1; round += 1) await make(`alias-${round}`);
    const last = await make('last');
    const asked = server.requests.length;
    expect(await toggle(last.id, false)).toMatchObject({ active: false, providerState: 'setting_up' });
    expect(server.requests).toHaveLength(asked);
    await allDone();
    expect(remote('last')).toBe(side.context.discardUrl);
    expect(await read(last.id)).toMatchObject({ active: false, providerState: 'live' });
  });

  it('takes up what another process left when its lease is over', async () => {
    server.trouble = () => 'error_500';
    await make('shoes');
    server.trouble = () => null;
    await side.core.database.pool.query(
      `update provider_changes set next_attempt_at = now(), lease_id = gen_random_uuid(),
        lease_until = now() + interval '300 ms'`,
    );
    await side.settle();
    expect(remote('shoes')).toBeNull();
    await allDone();
    expect(remote('shoes')).toBe(inbox);
  });

  it('ends at once, in the middle of a call too', async () => {
    server.trouble = () => 'error_500';
    await make('shoes');
    const asked = Promise.withResolvers<void>();
    server.lateMs = 3_000;
    server.trouble = () => {
      asked.resolve();
      return 'slow';
    };
    const worker = createOutboxWorker(side.context);
    worker.start();
    await asked.promise;
    await worker.stop();
    expect(remote('shoes')).toBeNull();
    expect(await waiting()).toBe(1);
  });

  it('writes no address into the log', async () => {
    await make('soon', 'box@refused.example');
    await confirmTarget(side.core, tokenOf(side.mails.at(-1)), null);
    await side.settle();
    expect(side.logLines.join('')).toContain('provider_refused');
    expect(side.logLines.join('')).not.toMatch(/@|soon/);
  });
});
