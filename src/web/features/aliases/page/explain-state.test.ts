import { describe, expect, it } from 'vitest';
import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { aliasView, targetView } from '#support/alias-view.ts';
import { explainState } from '#web/features/aliases/page/explain-state.ts';

function aliasWith(targets: Partial<AliasTarget>[], change: Partial<Alias> = {}): Alias {
  return aliasView({ targets: targets.map(targetView), ...change });
}

const failing = { failingSince: '2026-11-21T10:00:00.000Z' };

describe('why an alias stands as it does', () => {
  it('says that all get mail only where all do', () => {
    expect(explainState(aliasWith([{}]), false)).toBe('What comes is forwarded.');
    expect(explainState(aliasWith([{}, {}]), false)).toBe('What comes is forwarded to all 2 targets.');
    expect(explainState(aliasWith([{}, failing, { state: 'pending' }]), false)).toMatch(
      /^What comes is forwarded to 1 of 3 targets\./,
    );
  });

  it.each([
    ['failing', aliasWith([failing]), /refuses what it is sent/],
    ['waiting', aliasWith([{ state: 'pending' }]), /^No target has agreed yet/],
    ['stopped', aliasWith([{ state: 'stopped' }]), /^No target takes mail any more/],
    ['paused', aliasWith([{}], { active: false }), /silently dropped/],
    ['ended', aliasWith([{}], { ended: 'count' }), /no such address/],
    ['on a domain that is off', aliasWith([{}], { domainFault: 'off' }), /domain is switched off/],
    ['on a domain that nobody proves', aliasWith([failing], { domainFault: 'unverified' }), /domain is not verified/],
    ['paused on a domain that is off', aliasWith([{}], { domainFault: 'off', active: false }), /^Mail is taken/],
    ['being set up', aliasWith([{}], { providerState: 'setting_up' }), /being told of it/],
  ])('tells of one that is %s', (_state, alias, words) => {
    expect(explainState(alias, false)).toMatch(words);
  });

  it('puts the suspension of the account before all else', () => {
    expect(explainState(aliasWith([{}], { active: false }), true)).toMatch(/^Your account is suspended/);
  });
});
