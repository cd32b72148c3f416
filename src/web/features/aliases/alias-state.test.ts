import { describe, expect, it } from 'vitest';
import type { Alias, TargetState } from '#contract/aliases.ts';
import { aliasView, targetView } from '#support/alias-view.ts';
import { aliasState, shownNotes } from '#web/features/aliases/alias-state.ts';

function aliasWith(states: TargetState[], change: Partial<Alias> = {}): Alias {
  return aliasView({ targets: states.map((state, index) => targetView({ id: String(index), state })), ...change });
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

describe('shownNotes', () => {
  it.each([
    ['thirty characters and no more!', 'thirty characters and no more!'],
    ['Running shoes, spring order and more', 'Running shoes, spring order an...'],
    ['Everything there is to say of this one', 'Everything there is to say of...'],
    ['What was ordered in the shop (the old one)', 'What was ordered in the shop...'],
    [`${'👟'.repeat(30)}!`, `${'👟'.repeat(30)}...`],
  ])('cuts %s', (notes, shown) => {
    expect(shownNotes(notes)).toBe(shown);
  });
});
