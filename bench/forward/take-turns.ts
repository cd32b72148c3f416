import type { Forwarder } from './forwarder.ts';
import type { Connections } from './load/calls.ts';
import { measure, type Bench, type Case, type Figures } from './measure.ts';
import { percentile } from './percentile.ts';

/** Enough for code to be compiled, caches to be filled and processes to be started. */
export const warmUp = { messages: 4000, bytes: 10_000 };

function middleOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : percentile(known, 50);
}

/** The middle of each figure by itself. */
export function middleFigures(all: readonly Figures[]): Figures {
  const middle = (read: (figures: Figures) => number): number => percentile(all.map(read), 50);
  const middleConnections = (way: 'in' | 'out'): Connections => ({
    opened: middle(({ connections }) => connections[way].opened),
    resumed: middle(({ connections }) => connections[way].resumed),
  });
  return {
    messages: middle(({ messages }) => messages),
    messagesPerSecond: middle(({ messagesPerSecond }) => messagesPerSecond),
    cpuMs: middleOf(all.map(({ cpuMs }) => cpuMs)),
    cpuByPart: (all[0]?.cpuByPart ?? []).map(({ name }, index) => ({
      name,
      cpuMs: middleOf(all.map(({ cpuByPart }) => cpuByPart[index]?.cpuMs ?? null)),
    })),
    benchCpuMs: middleOf(all.map(({ benchCpuMs }) => benchCpuMs)),
    connections: { in: middleConnections('in'), out: middleConnections('out') },
    replyP50Ms: middle(({ replyP50Ms }) => replyP50Ms),
    replyP99Ms: middle(({ replyP99Ms }) => replyP99Ms),
    retries: middle(({ retries }) => retries),
  };
}

/** What has its turn. */
export interface Turn extends Case {
  readonly forwarder: Forwarder;
}

/**
 * Measures in turns, forth and back: whoever goes first in one round goes last in the next, as a machine grows warm or
 * weary over a sitting, and what else it does meets all of them alike. Gives the figures of each, round by round.
 */
export async function takeTurns(bench: Bench, turns: readonly Turn[], rounds: number): Promise<Figures[][]> {
  const figures: Figures[][] = turns.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    const order = [...turns.entries()];
    for (const [index, turn] of round % 2 === 0 ? order : order.toReversed()) {
      figures[index]?.push(await measure(bench, turn.forwarder, turn));
    }
  }
  return figures;
}

/** How many times the messages per second of `other`, round by round. */
export function ratiosTo(own: readonly Figures[], other: readonly Figures[]): number[] {
  return own.map(({ messagesPerSecond }, round) => messagesPerSecond / (other[round]?.messagesPerSecond ?? Infinity));
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
