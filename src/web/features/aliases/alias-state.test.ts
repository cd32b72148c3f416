import { describe, expect, it } from 'vitest';
import type { Alias, TargetState } from '#contract/aliases.ts';
import { aliasState } from '#web/features/aliases/alias-state.ts';

function aliasWith(states: TargetState[], change: Partial<Alias> = {}): Alias {
  return {
    id: 'a',
    userId: 'u',
    alias: 'my-alias',
    domain: 'kauke.test',
    forwardTo: 'me@example.com',
    improvmxId: 'a',
    providerState: 'live',
    active: true,
    notes: null,
    labels: [],
    expiresAt: null,
    maxMessages: null,
    messagesLeft: null,
    idleDays: null,
    ended: null,
    copyReplies: false,
    lastForwardTo: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    targets: states.map((state, index) => ({
      id: String(index),
      kind: 'email',
      value: 'me@example.com',
      state,
      failingSince: null,
    })),
    ...change,
  };
}

describe('aliasState', () => {
  it('is on as soon as one target is confirmed', () => {
    expect(aliasState(aliasWith(['pending', 'confirmed', 'stopped']))).toBe('on');
  });

  it('is failing when each target that agreed refuses what it is sent', () => {
    const [target] = aliasWith(['confirmed']).targets;
    const failing = { ...target!, failingSince: '2026-11-21T10:00:00.000Z' };
    expect(aliasState(aliasWith([], { targets: [failing] }))).toBe('failing');
    expect(aliasState(aliasWith([], { targets: [failing, ...aliasWith(['pending']).targets] }))).toBe('failing');
    expect(aliasState(aliasWith([], { targets: [failing, ...aliasWith(['confirmed']).targets] }))).toBe('on');
    expect(aliasState(aliasWith([], { targets: [failing], active: false }))).toBe('paused');
  });

  it('waits while a target may still confirm and none has', () => {
    expect(aliasState(aliasWith(['stopped', 'pending']))).toBe('waiting');
  });

  it('is stopped when every inbox has said no', () => {
    expect(aliasState(aliasWith(['stopped']))).toBe('stopped');
  });

  it('is what the forwarder elsewhere says as long as that is not settled', () => {
    expect(aliasState(aliasWith(['confirmed'], { providerState: 'setting_up' }))).toBe('settingUp');
    expect(aliasState(aliasWith(['confirmed'], { providerState: 'plan_limit', active: false }))).toBe('notLive');
  });

  it('is paused when it is not active or its targets read null, whatever its targets are', () => {
    expect(aliasState(aliasWith(['confirmed'], { active: false }))).toBe('paused');
    expect(aliasState(aliasWith(['confirmed'], { forwardTo: 'null' }))).toBe('paused');
  });
});
