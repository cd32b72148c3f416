import { createSeededRandom } from '#support/seeded-random.ts';

/** Things of which some belong together, and what one sees who lays two of them side by side: always as many numbers. */
export interface Pairing<Item> {
  readonly items: readonly Item[];
  readonly ownerOf: (item: Item) => number;
  readonly compare: (one: Item, other: Item) => readonly number[];
}

interface Pair {
  readonly owners: readonly [number, number];
  readonly isLinked: boolean;
  readonly features: Float64Array;
}

const rounds = 40;
const rate = 0.8;
const decay = 0.02;

function pairsOf<Item>({ items, ownerOf, compare }: Pairing<Item>): Pair[] {
  return items.flatMap((one, index) =>
    items.slice(index + 1).map((other): Pair => {
      const owners = [ownerOf(one), ownerOf(other)] as const;
      return { owners, isLinked: owners[0] === owners[1], features: Float64Array.from(compare(one, other)) };
    }),
  );
}

/** A linear score: logistic regression over standardised features. */
interface Model {
  readonly weights: Float64Array;
  readonly bias: number;
}

function scoreOf(features: Float64Array, { weights, bias }: Model): number {
  let score = bias;
  for (let at = 0; at < weights.length; at += 1) score += (features[at] ?? 0) * (weights[at] ?? 0);
  return score;
}

/** For each feature its mean, and one by its deviation; 0 where it never differs. */
function standardise(pairs: readonly Pair[]): { mean: Float64Array; scale: Float64Array } {
  const mean = new Float64Array(pairs[0]?.features.length ?? 0);
  const scale = new Float64Array(mean.length);
  for (let at = 0; at < mean.length; at += 1) {
    const middle = pairs.reduce((sum, { features }) => sum + (features[at] ?? 0), 0) / pairs.length;
    const variance = pairs.reduce((sum, { features }) => sum + ((features[at] ?? 0) - middle) ** 2, 0) / pairs.length;
    mean[at] = middle;
    scale[at] = variance < 1e-12 ? 0 : 1 / Math.sqrt(variance);
  }
  return { mean, scale };
}

/** Linked and unlinked pairs weigh the same, however few are linked. */
function train(pairs: readonly Pair[]): Model {
  const { mean, scale } = standardise(pairs);
  const rows = pairs.map(({ features }) => features.map((value, at) => (value - (mean[at] ?? 0)) * (scale[at] ?? 0)));
  const weights = new Float64Array(mean.length);
  const linked = pairs.filter(({ isLinked }) => isLinked).length;
  for (let round = 0; round < rounds; round += 1) {
    const slope = new Float64Array(mean.length);
    for (const [index, row] of rows.entries()) {
      const isLinked = pairs[index]?.isLinked === true;
      const wrong = 1 / (1 + Math.exp(-scoreOf(row, { weights, bias: 0 }))) - Number(isLinked);
      const step = wrong / (2 * (isLinked ? linked : pairs.length - linked));
      for (let at = 0; at < row.length; at += 1) slope[at] = (slope[at] ?? 0) + step * (row[at] ?? 0);
    }
    for (let at = 0; at < weights.length; at += 1) {
      const weight = weights[at] ?? 0;
      weights[at] = weight - rate * ((slope[at] ?? 0) + decay * weight);
    }
  }
  const unscaled = weights.map((weight, at) => weight * (scale[at] ?? 0));
  return { weights: unscaled, bias: -scoreOf(mean, { weights: unscaled, bias: 0 }) };
}

/** The chance that a linked pair scores above an unlinked one; ties count half. */
function areaUnderCurve(pairs: readonly Pair[], model: Model): number {
  const order = pairs.map(({ features, isLinked }) => ({ score: scoreOf(features, model), isLinked }));
  order.sort((a, b) => a.score - b.score);
  let ranks = 0;
  let from = 0;
  for (let to = 1; to <= order.length; to += 1) {
    if (order[to]?.score === order[from]?.score) continue;
    const tied = order.slice(from, to).filter(({ isLinked }) => isLinked).length;
    ranks += tied * ((from + 1 + to) / 2);
    from = to;
  }
  const linked = pairs.filter(({ isLinked }) => isLinked).length;
  return (ranks - (linked * (linked + 1)) / 2) / (linked * (pairs.length - linked));
}

const splits = 6;

/**
 * How well somebody tells which items belong to one owner who has learned it from other owners: the area under the ROC
 * curve over pairs of owners that the classifier has not seen, averaged over six ways to halve the owners. 0.5 is
 * guessing, 1 is certainty.
 */
export function measureLinkability<Item>(pairing: Pairing<Item>): number {
  const pairs = pairsOf(pairing);
  const owners = [...new Set(pairing.items.map(pairing.ownerOf))];
  let sum = 0;
  for (let split = 1; split <= splits; split += 1) {
    const random = createSeededRandom(split);
    const mixed = owners.map((owner) => ({ owner, place: random.next() })).toSorted((a, b) => a.place - b.place);
    const learned = new Set(mixed.slice(owners.length >> 1).map(({ owner }) => owner));
    const model = train(pairs.filter((pair) => pair.owners.every((owner) => learned.has(owner))));
    const unseen = pairs.filter((pair) => !pair.owners.some((owner) => learned.has(owner)));
    sum += areaUnderCurve(unseen, model);
  }
  return sum / splits;
}
