import { standingOf } from '#contract/alias-standing.ts';
import type { Alias, AliasTarget, TargetState } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';

type OwnState = 'on' | 'failing' | 'ended' | 'waiting' | 'stopped' | 'paused' | 'settingUp' | 'notLive';

export type AliasState = OwnState | 'domainOff' | 'domainUnverified' | 'ownersRole';

export function aliasAddress({ alias, domain }: Alias): string {
  return `${alias}@${domain}`;
}

/** As much of a note as lists show. Cut between characters, as half an emoji is none, and before what would open or part nothing. */
export function shownNotes(notes: string): string {
  const characters = [...notes];
  if (characters.length <= limits.notesShown) return notes;
  return `${characters
    .slice(0, limits.notesShown)
    .join('')
    .replace(/[\s\p{Ps}\p{Pi}]+$/u, '')}...`;
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

const noFaults: readonly Alias['providerState'][] = ['live', 'absent'];

/** Of an alias that is on. */
function liveState({ providerState, targets }: Alias): OwnState {
  if (providerState === 'absent') return 'settingUp';
  return targets.some(takesMail) ? 'on' : 'failing';
}

/** How it stands by itself, whatever becomes of its domain. */
export function ownState(alias: Alias): OwnState {
  if (alias.providerState === 'setting_up') return 'settingUp';
  if (!noFaults.includes(alias.providerState)) return 'notLive';
  const hasTarget = (wanted: TargetState): boolean => alias.targets.some(({ state }) => state === wanted);
  const standing = standingOf({ active: !isPaused(alias), takesMail: hasTarget('confirmed'), ended: alias.ended });
  switch (standing) {
    case 'live':
      return liveState(alias);
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

const domainStates = { off: 'domainOff', unverified: 'domainUnverified', role: 'ownersRole' } as const;

/** What happens to mail for this alias now. */
export function aliasState(alias: Alias): AliasState {
  const own = ownState(alias);
  const { domainFault } = alias;
  return domainFault === undefined || own === 'paused' || own === 'ended' ? own : domainStates[domainFault];
}
