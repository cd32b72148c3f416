import { splitForwardTo } from '#contract/forward-to.ts';

/** Only in web addresses case matters. */
const normalise = (destination: string): string =>
  /^https?:/iu.test(destination) ? destination : destination.toLowerCase();

const read = (text: string): ReadonlySet<string> => new Set(splitForwardTo(text).map(normalise));

/** Whether two lists of destinations mean the same, whatever their order. */
export const isSameForward = (one: string, other: string): boolean => {
  const left = read(one);
  const right = read(other);
  return left.size === right.size && [...left].every((destination) => right.has(destination));
};
