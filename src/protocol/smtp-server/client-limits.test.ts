import type { Clock } from '#platform/clock.ts';
import { describe, expect, it } from 'vitest';
import { clientKey, createConnectionGate, createRecipientTarpit } from '#protocol/smtp-server/client-limits.ts';

import { createOwnClientAccounts, createRefusalCounter } from '#protocol/smtp-server/client-accounts.ts';
import { defaultSmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';

const limits = { ...defaultSmtpLimits, maxConnections: 3, maxConnectionsPerNetwork: 2, newConnectionsPerMinute: 4 };

function createGate(clock: Clock) {
  return createConnectionGate(createOwnClientAccounts(limits, clock), clock);
}

describe('createConnectionGate', () => {
  it('bounds the open connections of one /64', async () => {
    const gate = createGate({ now: () => 0 });
    const leave = await gate.enter('mx', clientKey('2001:db8:1:2::1', false));
    expect(await gate.enter('mx', clientKey('2001:db8:1:2:ffff::9', false))).not.toBeNull();
    expect(await gate.enter('mx', clientKey('2001:db8:1:2::3', false))).toBeNull();
    expect(await gate.enter('mx', clientKey('2001:db8:1:3::1', false))).not.toBeNull();
    leave?.();
    expect(await gate.enter('mx', clientKey('2001:db8:1:2::3', false))).not.toBeNull();
  });

  it('bounds all open connections, those of this machine included', async () => {
    const gate = createGate({ now: () => 0 });
    for (let count = 0; count < 3; count += 1)
      expect(await gate.enter('mx', clientKey('127.0.0.1', false))).not.toBeNull();
    expect(await gate.enter('mx', clientKey('127.0.0.1', false))).toBeNull();
    expect(await gate.enter('mx', '192.0.2.1')).toBeNull();
  });

  it('makes no exception for what comes through a proxy on this machine', async () => {
    const gate = createGate({ now: () => 0 });
    for (let count = 0; count < 2; count += 1)
      expect(await gate.enter('mx', clientKey('127.0.0.1', true))).not.toBeNull();
    expect(await gate.enter('mx', clientKey('127.0.0.1', true))).toBeNull();
    expect(await gate.enter('mx', clientKey('127.0.0.1', false))).not.toBeNull();
  });

  it('bounds how many connections a client opens in a minute', async () => {
    let now = 0;
    const gate = createGate({ now: () => now });
    for (let count = 0; count < 4; count += 1) (await gate.enter('mx', '192.0.2.1'))?.();
    expect(await gate.enter('mx', '192.0.2.1')).toBeNull();
    now = 60_000;
    expect(await gate.enter('mx', '192.0.2.1')).not.toBeNull();
  });
});

describe('createRecipientTarpit', () => {
  it('answers the first refusals at once, then ever more slowly up to the longest delay', async () => {
    let now = 0;
    const tarpit = createRecipientTarpit(
      { promptRefusals: 5, maxTarpitMs: 10_000 },
      { countRefusal: createRefusalCounter({ now: () => now }) },
    );
    const delays = await Promise.all(Array.from({ length: 12 }, () => tarpit.delayAfterRefusal('mx', '192.0.2.1')));
    expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500, 1000, 2000, 4000, 8000, 10_000]);
    expect(await tarpit.delayAfterRefusal('mx', '192.0.2.2')).toBe(0);
    now = 11 * 60_000;
    expect(await tarpit.delayAfterRefusal('mx', '192.0.2.1')).toBe(0);
  });
});
