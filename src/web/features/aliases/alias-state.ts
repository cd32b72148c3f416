import { standingOf } from '#contract/alias-standing.ts';
import type { Alias, AliasTarget, TargetState } from '#contract/aliases.ts';

export type AliasState = 'on' | 'failing' | 'ended' | 'waiting' | 'stopped' | 'paused' | 'settingUp' | 'notLive';

export function aliasAddress({ alias, domain }: Alias): string {
  return `${alias}@${domain}`;
}

/** The wire says `null` as text for the targets of a paused alias. */
const pausedTargets = 'null';

export function isPaused({ active, forwardTo }: Alias): boolean {
  return !active || forwardTo === pausedTargets;
}

/** Where mail goes, or would go if the alias were not paused. */
export function keptForwardTo({ forwardTo, lastForwardTo }: Alias): string {
  return forwardTo === pausedTargets ? (lastForwardTo ?? '') : forwardTo;
}

/** Of a target: it has agreed, and does not refuse. */
export function takesMail({ state, failingSince }: AliasTarget): boolean {
  return state === 'confirmed' && failingSince === null;
}

/** Whether one of its targets refuses what it is sent, though mail should go there. */
export function isFailing({ targets }: Alias): boolean {
  return targets.some(({ state, failingSince }) => failingSince !== null || state === 'disabled');
}

/** What happens to mail for this alias now. */
export function aliasState(alias: Alias): AliasState {
  if (alias.providerState === 'setting_up') return 'settingUp';
  if (alias.providerState !== 'live') return 'notLive';
  const hasTarget = (wanted: TargetState): boolean => alias.targets.some(({ state }) => state === wanted);
  const standing = standingOf({ active: !isPaused(alias), takesMail: hasTarget('confirmed'), ended: alias.ended });
  switch (standing) {
    case 'live':
      return alias.targets.some(takesMail) ? 'on' : 'failing';
    case 'paused':
    case 'ended':
      return standing;
    case 'unconfirmed':
      return hasTarget('pending') ? 'waiting' : 'stopped';
    // Never seen: who is leaving is shown no alias, and a suspended account is told as a whole.
    case 'leaving':
    case 'suspended':
    case 'lost':
      return 'stopped';
  }
}
