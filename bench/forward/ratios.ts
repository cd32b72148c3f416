import { percentile } from './percentile.ts';
import type { Budget } from './budgets.ts';
import type { Figures } from './measure.ts';
import { cpuRatioTo, ratiosTo } from './take-turns.ts';

/** How a way of ours did beside a peer, in the same rounds. */
export interface Ratio {
  /** Under which conditions, and which time. */
  readonly when: string;
  readonly own: string;
  readonly peer: string;
  /** Messages per second, round by round. */
  readonly rounds: readonly number[];
  /** In the middle of the rounds. */
  readonly middle: number;
  /** Processor time for a message; null: unknown. */
  readonly cpu: number | null;
}

interface Sides {
  readonly when: string;
  readonly own: { readonly name: string; readonly figures: readonly Figures[] };
  readonly peer: { readonly name: string; readonly figures: readonly Figures[] };
}

export function compare({ when, own, peer }: Sides): Ratio {
  const rounds = ratiosTo(own.figures, peer.figures);
  const names = { when, own: own.name, peer: peer.name };
  return { ...names, rounds, middle: percentile(rounds, 50), cpu: cpuRatioTo(own.figures, peer.figures) };
}

const whenWidth = 10;
const namesWidth = 48;

/** One ratio as a line. */
export function formatRatio({ when, own, peer, rounds, middle, cpu }: Ratio): string {
  return [
    when.padEnd(whenWidth),
    `${own} : ${peer}`.padEnd(namesWidth),
    `${middle.toFixed(2)} × messages/s (${rounds.map((round) => round.toFixed(2)).join(', ')}),`,
    `${cpu?.toFixed(2) ?? 'unknown'} × CPU`,
  ].join(' ');
}

/** The smallest ratio of one of our ways beside its budget, as a line; null where there is none. */
export function describeSmallest(name: string, { leastRatio }: Budget, ratios: readonly Ratio[]): string | null {
  const [smallest] = ratios.filter(({ own }) => own === name).toSorted((a, b) => a.middle - b.middle);
  if (smallest === undefined) return null;
  const { middle, peer, when } = smallest;
  const verdict = middle >= leastRatio ? 'met' : 'MISSED';
  return `${name}: at least ${middle.toFixed(2)} times the messages/s of any peer (${when.trim()}, ${peer}; budget ${leastRatio}: ${verdict})`;
}

/** Its processor time beside the budget, as a line. */
export function describeCpu(name: string, { cpuMs }: Figures, { mostCpuMs }: Budget): string {
  return cpuMs === null
    ? `${name}: processor time unknown`
    : `${name}: ${cpuMs.toFixed(2)} ms CPU a message (at most ${mostCpuMs.toFixed(1)}: ${cpuMs <= mostCpuMs ? 'met' : 'MISSED'})`;
}
