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
      return { owners, isLinked: owners[0] === owners[1], features: new Float64Array(compare(one, other)) };
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

interface Standard {
  /** Of each feature. */
  readonly mean: Float64Array;
  /** One by its deviation; 0 where it never differs. */
  readonly scale: Float64Array;
  /** Which features ever differ: the others teach nothing, and they are many. */
  readonly told: readonly number[];
}

/** Of each feature, over all pairs: pair by pair, as they lie in memory. */
function meansOf(pairs: readonly Pair[], valueOf: (feature: number, at: number) => number): Float64Array {
  const sums = new Float64Array(pairs[0]?.features.length ?? 0);
  for (const { features } of pairs) {
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + valueOf(features[at] ?? 0, at);
  }
  return sums.map((sum) => sum / pairs.length);
}

function standardise(pairs: readonly Pair[]): Standard {
  const mean = meansOf(pairs, (feature) => feature);
  const variance = meansOf(pairs, (feature, at) => (feature - (mean[at] ?? 0)) ** 2);
  const scale = variance.map((squared) => (squared < 1e-12 ? 0 : 1 / Math.sqrt(squared)));
  return { mean, scale, told: [...scale.keys()].filter((at) => scale[at] !== 0) };
}

/** Of features that ever differ, the standardised values of all pairs, one pair after the other. */
function standardRows(pairs: readonly Pair[], { mean, scale, told }: Standard): Float64Array {
  const rows = new Float64Array(pairs.length * told.length);
  for (const [index, { features }] of pairs.entries()) {
    for (const [column, at] of told.entries())
      rows[index * told.length + column] = ((features[at] ?? 0) - (mean[at] ?? 0)) * (scale[at] ?? 0);
  }
  return rows;
}

/** The slope for the weights of the told features: linked and unlinked pairs weigh the same, however few are linked. */
function slopeOf(rows: Float64Array, weights: Float64Array, pairs: readonly Pair[], linked: number): Float64Array {
  const width = weights.length;
  const slope = new Float64Array(width);
  for (let index = 0, start = 0; index < pairs.length; index += 1, start += width) {
    let score = 0;
    for (let column = 0; column < width; column += 1) score += (rows[start + column] ?? 0) * (weights[column] ?? 0);
    const isLinked = pairs[index]?.isLinked === true;
    const step = (1 / (1 + Math.exp(-score)) - Number(isLinked)) / (2 * (isLinked ? linked : pairs.length - linked));
    for (let column = 0; column < width; column += 1)
      slope[column] = (slope[column] ?? 0) + step * (rows[start + column] ?? 0);
  }
  return slope;
}

function train(pairs: readonly Pair[]): Model {
  const standard = standardise(pairs);
  const { mean, scale, told } = standard;
  const rows = standardRows(pairs, standard);
  const weights = new Float64Array(told.length);
  const linked = pairs.filter(({ isLinked }) => isLinked).length;
  for (let round = 0; round < rounds; round += 1) {
    const slope = slopeOf(rows, weights, pairs, linked);
    for (let column = 0; column < weights.length; column += 1) {
      const weight = weights[column] ?? 0;
      weights[column] = weight - rate * ((slope[column] ?? 0) + decay * weight);
    }
  }
  const unscaled = new Float64Array(mean.length);
  for (const [column, at] of told.entries()) unscaled[at] = (weights[column] ?? 0) * (scale[at] ?? 0);
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
/** Of pairs that are not linked, of which there are ten times as many, it learns from one in so many: more teach it nothing. */
const oneIn = 3;

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
    const known = pairs.filter((pair) => pair.owners.every((owner) => learned.has(owner)));
    const model = train(known.filter(({ isLinked }, at) => isLinked || at % oneIn === 0));
    const unseen = pairs.filter((pair) => !pair.owners.some((owner) => learned.has(owner)));
    sum += areaUnderCurve(unseen, model);
  }
  return sum / splits;
}
