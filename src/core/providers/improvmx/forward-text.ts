import { splitForwardTo } from '#contract/forward-to.ts';

/** Only in web addresses case matters. */
function normalise(destination: string): string {
  return /^https?:/iu.test(destination) ? destination : destination.toLowerCase();
}

function read(text: string): ReadonlySet<string> {
  return new Set(splitForwardTo(text).map(normalise));
}

/** Whether two lists of destinations mean the same, whatever their order. */
export function isSameForward(one: string, other: string): boolean {
  const left = read(one);
  const right = read(other);
  return left.size === right.size && [...left].every((destination) => right.has(destination));
}
