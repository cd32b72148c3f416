/**
 * Fair shares of a budget, by key (an account, a network). What can be taken back is: whoever holds most gives way (max-min
 * fairness by pushing out the longest queue), see `chooseVictim`. What cannot is lent ever more sparingly: `decayingShare`.
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

/** Counted from the widest. Beyond the narrowest there is no other. */
function keyAt(keys: readonly string[], level: number): string {
  return keys.at(-level) ?? keys[0] ?? '';
}

function groupBy<Holder extends ShareHolder>(holders: readonly Holder[], level: number): Map<string, Group<Holder>> {
  const groups = new Map<string, Group<Holder>>();
  for (const holder of holders) {
    const key = keyAt(holder.keys, level);
    const group = groups.get(key) ?? { amount: 0, members: [], canYield: false };
    group.amount += holder.amount;
    group.members.push(holder);
    group.canYield ||= holder.canYield;
    groups.set(key, group);
  }
  return groups;
}

/** Of the groups of which one can yield: what the largest holds, and who holds as much. */
function largestOf<Holder>(groups: readonly Group<Holder>[]): Omit<Group<Holder>, 'canYield'> {
  const able = groups.filter(({ canYield }) => canYield);
  const amount = able.reduce((most, group) => Math.max(most, group.amount), 0);
  return { amount, members: able.filter((group) => group.amount === amount).flatMap(({ members }) => members) };
}

function firstToYield<Holder extends ShareHolder>(holders: readonly Holder[]): Holder | null {
  return holders
    .filter(({ canYield }) => canYield)
    .reduce<Holder | null>((first, holder) => (first !== null && first.rank >= holder.rank ? first : holder), null);
}

/** Who of them is still asked for room, and whether they are the asker's own at this level. */
interface Choice<Holder> {
  readonly candidates: readonly Holder[];
  readonly isOwn: boolean;
}

function chooseAt<Holder extends ShareHolder>(
  level: number,
  { candidates, isOwn }: Choice<Holder>,
  { keys, wanted }: ShareAsker,
): Choice<Holder> {
  const groups = groupBy(candidates, level);
  const ownKey = keyAt(keys, level);
  const own = isOwn ? groups.get(ownKey) : undefined;
  if (isOwn) groups.delete(ownKey);
  const largest = largestOf([...groups.values()]);
  const staysOwn = isOwn && largest.amount <= (own?.amount ?? 0) + wanted;
  return { isOwn: staysOwn, candidates: staysOwn ? (own?.members ?? []) : largest.members };
}

/**
 * Who gives way to somebody who would still have less than it: of the widest key that holds most the narrower one that
 * does, and so on. Null: nobody who can has more than the asker would have.
 */
export function chooseVictim<Holder extends ShareHolder>(holders: Iterable<Holder>, asker: ShareAsker): Holder | null {
  let choice: Choice<Holder> = { candidates: [...holders], isOwn: true };
  const levels = choice.candidates.reduce((most, { keys }) => Math.max(most, keys.length), asker.keys.length);
  for (let level = 1; level <= levels; level += 1) choice = chooseAt(level, choice, asker);
  return choice.isOwn ? null : firstToYield(choice.candidates);
}

/**
 * How much of a budget one key may have for long, counted with what it asks for: as large a part of what is then free as is
 * free of the whole. The fuller it is, the less each may take, and the more it takes to fill it.
 */
export function decayingShare(budget: number, used: number): number {
  const free = Math.max(0, budget - used);
  return free === 0 ? 0 : (free * free) / budget;
}
