/**
 * Fair shares of a budget, by key (an account, a network). What can be taken back is: whoever holds most gives way (max-min
 * fairness by pushing out the longest queue), see `findYielding`. What cannot is lent ever more sparingly: `lastingShare`.
 */

/** Somebody who holds part of a budget. */
export interface ShareHolder {
  /** Whose it is, narrowest first, each within the next one, such as an address and its network. */
  readonly keys: readonly string[];
  readonly amount: number;
  /** It can be taken away. */
  readonly canYield: boolean;
  /** Among holders of one key the highest goes first. */
  readonly rank: number;
}

/** Somebody who lacks part of it. */
interface ShareAsker {
  readonly keys: readonly string[];
  readonly wanted: number;
}

interface Group<Holder> {
  amount: number;
  readonly members: Holder[];
  canYield: boolean;
}

function groupBy<Holder extends ShareHolder>(holders: readonly Holder[], level: number): Map<string, Group<Holder>> {
  const groups = new Map<string, Group<Holder>>();
  for (const holder of holders) {
    // Where there is none so wide, the narrowest is all there is.
    const key = holder.keys.at(-level) ?? holder.keys[0] ?? '';
    const group = groups.get(key) ?? { amount: 0, members: [], canYield: false };
    group.amount += holder.amount;
    group.members.push(holder);
    group.canYield ||= holder.canYield;
    groups.set(key, group);
  }
  return groups;
}

/** Of those of whom one can yield: what the largest holds, and who holds as much. */
function largestOf<Holder>(groups: readonly Group<Holder>[]): { amount: number; members: Holder[] } {
  const able = groups.filter(({ canYield }) => canYield);
  const amount = able.reduce((most, group) => Math.max(most, group.amount), 0);
  return { amount, members: able.filter((group) => group.amount === amount).flatMap(({ members }) => members) };
}

/**
 * Who gives way to somebody who would still have less than it: of the widest key that holds most the narrower one that
 * does, and so on. Null: nobody who can has more than the asker would have.
 */
export function findYielding<Holder extends ShareHolder>(
  holders: Iterable<Holder>,
  { keys, wanted }: ShareAsker,
): Holder | null {
  let candidates = [...holders];
  let isOwn = true;
  const levels = candidates.reduce((most, holder) => Math.max(most, holder.keys.length), keys.length);
  for (let level = 1; level <= levels; level += 1) {
    const groups = groupBy(candidates, level);
    const own: Group<Holder> | undefined = isOwn ? groups.get(keys.at(-level) ?? keys[0] ?? '') : undefined;
    const largest = largestOf([...groups.values()].filter((group) => group !== own));
    isOwn &&= largest.amount <= (own?.amount ?? 0) + wanted;
    candidates = isOwn ? (own?.members ?? []) : largest.members;
  }
  if (isOwn) return null;
  return candidates.reduce<Holder | null>(
    (first, holder) => (holder.canYield && holder.rank > (first?.rank ?? -Infinity) ? holder : first),
    null,
  );
}

/**
 * How much of a budget one key may have for long, counted with what it asks for: as large a part of what is then free as is
 * free of the whole. The fuller it is, the less each may take, and the more it takes to fill it.
 */
export function lastingShare(budget: number, used: number): number {
  const free = Math.max(0, budget - used);
  return free === 0 ? 0 : (free * free) / budget;
}
