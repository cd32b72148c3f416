import { percentile } from '../forward/percentile.ts';
import { actNames, type ActName, type Life } from './calls.ts';

/** What an attack may do to honest people. */
export const bounds = {
  /** Times the quiet p99. */
  slowdown: 3,
  /** From the first refusal of a message to its acceptance. */
  refusalMs: 10_000,
} as const;

export interface Comparison {
  readonly act: ActName;
  readonly quiet: { readonly p50: number; readonly p99: number };
  readonly attacked: { readonly p50: number; readonly p99: number };
  /** Of the p99. */
  readonly ratio: number;
  readonly isWithin: boolean;
}

function describe(times: readonly number[]) {
  return { p50: percentile(times, 50), p99: percentile(times, 99) };
}

/** Several measurements of the same as one: a p99 of a hundred times is one or two of them, and chance has a hand in it. */
export function join(lives: readonly Life[]): Life {
  const timesOf = (act: ActName): [ActName, number[]] => [act, lives.flatMap(({ times }) => times[act])];
  return {
    times: Object.fromEntries(actNames.map(timesOf)) as Record<ActName, number[]>,
    longestRefusalMs: Math.max(...lives.map(({ longestRefusalMs }) => longestRefusalMs)),
    failures: lives.flatMap(({ failures }) => failures),
  };
}

/** Honest people while all is quiet, and under attack. */
export function compare(quiet: Life, attacked: Life): Comparison[] {
  return actNames.map((act) => {
    const [before, during] = [describe(quiet.times[act]), describe(attacked.times[act])];
    const ratio = during.p99 / before.p99;
    const isWithin = attacked.times[act].length > 0 && ratio <= bounds.slowdown;
    return { act, quiet: before, attacked: during, ratio, isWithin };
  });
}

/** Why an attack succeeded, each reason in one line; none when it did not. */
export function findDamage(quiet: Life, attacked: Life): string[] {
  const slow = compare(quiet, attacked).filter(({ isWithin }) => !isWithin);
  const { failures, longestRefusalMs } = attacked;
  const [first] = failures;
  return [
    ...slow.map(({ act, ratio }) =>
      Number.isFinite(ratio) && ratio > 0
        ? `${act}: the p99 is ${ratio.toFixed(1)} times the quiet one`
        : `${act}: none succeeded`,
    ),
    ...(longestRefusalMs > bounds.refusalMs
      ? [`a message was refused for ${(longestRefusalMs / 1000).toFixed(1)} s`]
      : []),
    ...(first === undefined ? [] : [`${failures.length} never succeeded; the first: ${first}`]),
  ];
}
