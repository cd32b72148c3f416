import { describe, expect, it } from 'vitest';
import { clientKey, createConnectionGate, createRecipientTarpit } from '#protocol/smtp-server/client-limits.ts';

const limits = { maxConnections: 3, maxConnectionsPerNetwork: 2, newConnectionsPerMinute: 4 };

describe('createConnectionGate', () => {
  it('bounds the open connections of one /64', () => {
    const gate = createConnectionGate(limits, { now: () => 0 });
    const leave = gate.enter(clientKey('2001:db8:1:2::1', false));
    expect(gate.enter(clientKey('2001:db8:1:2:ffff::9', false))).not.toBeNull();
    expect(gate.enter(clientKey('2001:db8:1:2::3', false))).toBeNull();
    expect(gate.enter(clientKey('2001:db8:1:3::1', false))).not.toBeNull();
    leave?.();
    expect(gate.enter(clientKey('2001:db8:1:2::3', false))).not.toBeNull();
  });

  it('bounds all open connections, those of this machine included', () => {
    const gate = createConnectionGate(limits, { now: () => 0 });
    for (let count = 0; count < 3; count += 1) expect(gate.enter(clientKey('127.0.0.1', false))).not.toBeNull();
    expect(gate.enter(clientKey('127.0.0.1', false))).toBeNull();
    expect(gate.enter('192.0.2.1')).toBeNull();
  });

  it('makes no exception for what comes through a proxy on this machine', () => {
    const gate = createConnectionGate(limits, { now: () => 0 });
    for (let count = 0; count < 2; count += 1) expect(gate.enter(clientKey('127.0.0.1', true))).not.toBeNull();
    expect(gate.enter(clientKey('127.0.0.1', true))).toBeNull();
    expect(gate.enter(clientKey('127.0.0.1', false))).not.toBeNull();
  });

  it('bounds how many connections a client opens in a minute', () => {
    let now = 0;
    const gate = createConnectionGate(limits, { now: () => now });
    for (let count = 0; count < 4; count += 1) gate.enter('192.0.2.1')?.();
    expect(gate.enter('192.0.2.1')).toBeNull();
    now = 60_000;
    expect(gate.enter('192.0.2.1')).not.toBeNull();
  });
});

describe('createRecipientTarpit', () => {
  it('answers the first refusals at once, then ever more slowly up to the longest delay', () => {
    let now = 0;
    const tarpit = createRecipientTarpit({ promptRefusals: 5, maxTarpitMs: 10_000 }, { now: () => now });
    const delays = Array.from({ length: 12 }, () => tarpit.delayAfterRefusal('192.0.2.1'));
    expect(delays).toEqual([0, 0, 0, 0, 0, 250, 500, 1000, 2000, 4000, 8000, 10_000]);
    expect(tarpit.delayAfterRefusal('192.0.2.2')).toBe(0);
    now = 11 * 60_000;
    expect(tarpit.delayAfterRefusal('192.0.2.1')).toBe(0);
  });
});
