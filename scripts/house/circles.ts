import { dirname } from 'node:path/posix';
import type { Import } from './import-graph.ts';

/** All imports from one thing in a folder to another thing in it, first to last. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly imports: [Import, ...Import[]];
}

/** Arrows by where they start and where they end. */
export type Arrows = ReadonlyMap<string, ReadonlyMap<string, Arrow>>;

function addArrow(arrows: Map<string, Map<string, Arrow>>, from: string, to: string, one: Import): void {
  const leaving = arrows.get(from) ?? new Map<string, Arrow>();
  arrows.set(from, leaving);
  const known = leaving.get(to);
  if (known) known.imports.push(one);
  else leaving.set(to, { from, to, imports: [one] });
}

/** The file's path cut after the first name in which it differs from the other's. */
function siblingsOf(one: string, other: string): [string, string] {
  const [names, others] = [one.split('/'), other.split('/')];
  const first = names.findIndex((name, index) => name !== others[index]);
  return [names.slice(0, first + 1).join('/'), others.slice(0, first + 1).join('/')];
}

/**
 * Every import as an arrow between neighbours: two files or folders that lie in the same folder. A file that lies beside
 * folders counts for itself, so a folder may hold what its folders need and what puts them together. Where neighbours
 * make no circle, neither files nor folders make one anywhere.
 */
export function arrowsBetweenNeighbours(imports: readonly Import[]): Arrows {
  const arrows = new Map<string, Map<string, Arrow>>();
  for (const one of imports) {
    if (one.from !== one.target) addArrow(arrows, ...siblingsOf(one.from, one.target), one);
  }
  return arrows;
}

/** The shortest way along arrows from a thing back to itself. */
function shortestCircle(arrows: Arrows, start: string): Arrow[] | null {
  const cameBy = new Map<string, Arrow>();
  const places = new Set([start]);
  for (const place of places) {
    for (const arrow of arrows.get(place)?.values() ?? []) {
      if (!cameBy.has(arrow.to)) cameBy.set(arrow.to, arrow);
      places.add(arrow.to);
    }
    if (cameBy.has(start)) break;
  }
  const circle: Arrow[] = [];
  for (let last = cameBy.get(start); last; last = last.from === start ? undefined : cameBy.get(last.from)) {
    circle.unshift(last);
  }
  return circle.length > 0 ? circle : null;
}

/** The circle, begun at the arrow of the fewest imports: the one that is most likely wrong. */
function fromWeakest(circle: readonly Arrow[]): Arrow[] {
  const counts = circle.map(({ imports }) => imports.length);
  const weakest = counts.indexOf(Math.min(...counts));
  return [...circle.slice(weakest), ...circle.slice(0, weakest)];
}

/** Circles, shortest first, no two with a common member: where many are knotted together, one of them. */
export function findCircles(arrows: Arrows): Arrow[][] {
  const circles = [...arrows.keys()].map((start) => shortestCircle(arrows, start)).filter((circle) => circle !== null);
  const taken = new Set<string>();
  return circles
    .toSorted((one, other) => one.length - other.length)
    .filter((circle) => {
      if (circle.some(({ from }) => taken.has(from))) return false;
      for (const { from } of circle) taken.add(from);
      return true;
    })
    .map(fromWeakest);
}

/** Pairs of neighbours that import each other. */
export function findMutualPairs(arrows: Arrows): [Arrow, Arrow][] {
  return [...arrows.values()].flatMap((leaving) =>
    [...leaving.values()].flatMap((arrow): [Arrow, Arrow][] => {
      const back = arrows.get(arrow.to)?.get(arrow.from);
      return back && arrow.from < arrow.to ? [[arrow, back]] : [];
    }),
  );
}

/** `src/core: keys → accounts (src/core/keys/a.ts:3) → keys (src/core/accounts/b.ts:1)` */
export function renderCircle(circle: readonly Arrow[]): string {
  const [first] = circle;
  if (!first) return '';
  const folder = dirname(first.from);
  const steps = circle.map(({ to, imports: [one] }) => ` → ${to.slice(folder.length + 1)} (${one.from}:${one.line})`);
  return `${folder}: ${first.from.slice(folder.length + 1)}${steps.join('')}`;
}
