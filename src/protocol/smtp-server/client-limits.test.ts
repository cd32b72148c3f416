import type { Clock } from '#platform/clock.ts';
import { describe, expect, it } from 'vitest';
import { ignoreMetrics } from '#platform/metrics.ts';
import { createOwnClientAccounts, createRefusalCounter } from '#protocol/smtp-server/client-accounts.ts';
import { createConnectionGate, createRecipientTarpit } from '#protocol/smtp-server/client-limits.ts';
import { clientNetworks } from '#protocol/smtp-server/client-networks.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

const fewLimits = { ...defaultSmtpLimits, maxConnections: 3, maxConnectionsPerNetwork: 2, newConnectionsPerMinute: 4 };

function networksOf(address: string, proxied = false): readonly string[] {
  return clientNetworks(address, proxied, (network) => network);
}

function createGate(clock: Clock, limits = fewLimits) {
  const gate = createConnectionGate(createOwnClientAccounts(limits, clock), clock, ignoreMetrics);
  return (address: string, proxied = false, makeRoom = async () => false) =>
    gate.enter('mx', networksOf(address, proxied), makeRoom);
}

/** How many of them find a place. */
async function countEntered(enter: ReturnType<typeof createGate>, addresses: readonly string[]): Promise<number> {
  let entered = 0;
  for (const address of addresses) if ((await enter(address)) !== null) entered += 1;
  return entered;
}

function many(count: number, name: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => name(index));
}

describe('createConnectionGate', () => {
  it('bounds the open connections of one /64', async () => {
    const enter = createGate({ now: () => 0 });
    const leave = await enter('2001:db8:1:2::1');
    expect(await enter('2001:db8:1:2:ffff::9')).not.toBeNull();
    expect(await enter('2001:db8:1:2::3')).toBeNull();
    expect(await enter('2001:db8:1:3::1')).not.toBeNull();
    leave?.();
    expect(await enter('2001:db8:1:2::3')).not.toBeNull();
  });

  it.each([
    ['a /64', 20, (index: number) => `2001:db8:0:1::${index + 1}`],
    ['a /56', 40, (index: number) => `2001:db8:0:${(index % 200).toString(16)}::1`],
    ['a /48', 80, (index: number) => `2001:db8:0:${((index % 500) << 6).toString(16)}::1`],
    ['a /32', 200, (index: number) => `2001:db8:${(index + 1).toString(16)}::1`],
    ['an address', 20, () => '192.0.2.1'],
    ['a /24', 60, (index: number) => `192.0.2.${index % 200}`],
  ])('lets %s have %i connections, however they are spread within it', async (_, most, name) => {
    const enter = createGate({ now: () => 0 }, { ...defaultSmtpLimits, newConnectionsPerMinute: 10_000 });
    expect(await countEntered(enter, many(400, name))).toBe(most);
  });

  it('gives back what it took of the narrower networks where a wider one has no more', async () => {
    const limits = { ...defaultSmtpLimits, maxConnectionsPerNetwork: 1, newConnectionsPerMinute: 1000 };
    const enter = createGate({ now: () => 0 }, limits);
    const leave = await enter('192.0.2.1');
    await countEntered(enter, ['192.0.2.2', '192.0.2.3']);
    expect(await enter('192.0.2.4')).toBeNull();
    leave?.();
    expect(await enter('192.0.2.4')).not.toBeNull();
  });

  it('bounds all open connections, those of this machine included', async () => {
    const enter = createGate({ now: () => 0 });
    for (let count = 0; count < 3; count += 1) expect(await enter('127.0.0.1')).not.toBeNull();
    expect(await enter('127.0.0.1')).toBeNull();
    expect(await enter('192.0.2.1')).toBeNull();
  });

  it('asks for room only when there is no place at all, and serves who gets it', async () => {
    const enter = createGate({ now: () => 0 });
    const leaves = [await enter('192.0.2.1'), await enter('192.0.2.1')];
    let asked = 0;
    const makeRoom = async (): Promise<boolean> => {
      asked += 1;
      leaves.pop()?.();
      return true;
    };
    expect(await enter('192.0.2.1', false, makeRoom)).toBeNull();
    expect(await enter('192.0.2.2', false, makeRoom)).not.toBeNull();
    expect(asked).toBe(0);
    expect(await enter('192.0.2.3', false, makeRoom)).not.toBeNull();
    expect(asked).toBe(1);
  });

  it('makes no exception for what comes through a proxy on this machine', async () => {
    const enter = createGate({ now: () => 0 });
    for (let count = 0; count < 2; count += 1) expect(await enter('127.0.0.1', true)).not.toBeNull();
    expect(await enter('127.0.0.1', true)).toBeNull();
    expect(await enter('127.0.0.1')).not.toBeNull();
  });

  it('bounds how many connections a client opens in a minute, and all of its /24', async () => {
    let now = 0;
    const enter = createGate({ now: () => now });
    for (let count = 0; count < 4; count += 1) (await enter('192.0.2.1'))?.();
    expect(await enter('192.0.2.1')).toBeNull();
    for (let count = 0; count < 8; count += 1) (await enter(`192.0.2.${count + 2}`))?.();
    expect(await enter('192.0.2.99')).toBeNull();
    expect(await enter('198.51.100.1')).not.toBeNull();
    now = 60_000;
    expect(await enter('192.0.2.1')).not.toBeNull();
  });
});

describe('createRecipientTarpit', () => {
  const limits = { promptRefusals: 5, maxTarpitMs: 10_000 };

  it('answers the first refusals at once, then ever more slowly up to the longest delay', async () => {
    let now = 0;
    const tarpit = createRecipientTarpit(limits, { countRefusals: createRefusalCounter({ now: () => now }) });
    const ask = (address: string) => tarpit.delayAfterRefusal('mx', networksOf(address));
    const delays = await Promise.all(Array.from({ length: 12 }, () => ask('192.0.2.1')));
    expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500, 1000, 2000, 4000, 8000, 10_000]);
    expect(await ask('192.0.2.2')).toBe(0);
    now = 11 * 60_000;
    expect(await ask('192.0.2.1')).toBe(0);
  });

  it('counts those who try from ever another /64 under the networks around them', async () => {
    const tarpit = createRecipientTarpit(limits, { countRefusals: createRefusalCounter({ now: () => 0 }) });
    const ask = (address: string) => tarpit.delayAfterRefusal('mx', networksOf(address));
    const delays = await Promise.all(many(12, (index) => `2001:db8:0:${index}::1`).map(ask));
    expect(delays).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 250, 500]);
    expect(await ask('2001:db8:1::1')).toBe(0);
  });
});
