import type { Load } from '../read-arguments.ts';
import type { Budget } from './budgets.ts';
import type { Forwarder } from './forwarder.ts';
import { measure, type Bench, type Figures } from './measure.ts';
import { percentile } from './percentile.ts';

/** Enough for code to be compiled, caches to be filled and processes to be started. */
export const warmUp = { messages: 4000, bytes: 10_000 };

/** One after the other, over and over: what else the machine does meets all of them alike. */
const rounds = 6;

function middleOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : percentile(known, 50);
}

/** The middle of each figure by itself. */
export function middleFigures(all: readonly Figures[]): Figures {
  const middle = (read: (figures: Figures) => number): number => percentile(all.map(read), 50);
  const [first] = all;
  return {
    messagesPerSecond: middle(({ messagesPerSecond }) => messagesPerSecond),
    cpuMs: middleOf(all.map(({ cpuMs }) => cpuMs)),
    cpuByPart: (first?.cpuByPart ?? []).map(({ name }, index) => ({
      name,
      cpuMs: middleOf(all.map(({ cpuByPart }) => cpuByPart[index]?.cpuMs ?? null)),
    })),
    replyP50Ms: middle(({ replyP50Ms }) => replyP50Ms),
    replyP99Ms: middle(({ replyP99Ms }) => replyP99Ms),
    retries: middle(({ retries }) => retries),
  };
}

/**
 * Measures the forwarders in turns, forth and back: whoever goes first in one round goes last in the next, as a machine
 * grows warm or weary over a sitting. Gives the figures of each, round by round.
 */
export async function takeTurns(bench: Bench, forwarders: readonly Forwarder[], load: Load): Promise<Figures[][]> {
  const figures: Figures[][] = forwarders.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const turns = [...forwarders.entries()];
    for (const [index, forwarder] of round % 2 === 0 ? turns : turns.toReversed()) {
      figures[index]?.push(await measure(bench, forwarder, { load }));
    }
  }
  return figures;
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

/** How many times faster than `peer`, in the middle of the ratios of each round. */
export function ratioTo(own: readonly Figures[], peer: readonly Figures[]): number {
  return percentile(
    own.map(({ messagesPerSecond }, round) => messagesPerSecond / (peer[round]?.messagesPerSecond ?? Infinity)),
    50,
  );
}

/** How many times the processor time of `other` for a message, in the middle of the ratios of each round; null: unknown. */
export function cpuRatioTo(own: readonly Figures[], other: readonly Figures[]): number | null {
  return middleOf(
    own.map(({ cpuMs }, round) => {
      const beside = other[round]?.cpuMs ?? null;
      return cpuMs === null || beside === null ? null : cpuMs / beside;
    }),
  );
}

/** Its ratio to the peer beside the budget, as a line. */
export function describeRatio(name: string, ratio: number, { leastRatio, goalRatio }: Budget): string {
  const goal = goalRatio > leastRatio ? `, goal ${goalRatio}: ${verdict(ratio >= goalRatio)}` : '';
  return `${name}: ${ratio.toFixed(2)} times the messages/s of the peer (at least ${leastRatio}: ${verdict(ratio >= leastRatio)}${goal})`;
}

/** Its processor time beside the budget, as a line. */
export function describeCpu(name: string, { cpuMs }: Figures, { mostCpuMs }: Budget): string {
  return cpuMs === null
    ? `${name}: processor time unknown`
    : `${name}: ${cpuMs.toFixed(2)} ms CPU a message (at most ${mostCpuMs.toFixed(1)}: ${verdict(cpuMs <= mostCpuMs)})`;
}
