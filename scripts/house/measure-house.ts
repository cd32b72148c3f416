import { arrowsBetweenNeighbours, findCircles, findMutualPairs, renderCircle } from './circles.ts';
import type { ImportGraph, SourceFile } from './import-graph.ts';

/** Lists that should be empty, beside the figures of size. */
export interface HouseFigures {
  readonly files: number;
  readonly lines: number;
  readonly median: number;
  readonly p90: number;
  readonly max: number;
  /** Neighbours, rooms above all, that import each other. */
  readonly mutual: readonly string[];
  readonly circles: readonly string[];
}

function linesOf({ text }: SourceFile): number {
  return text.split('\n').length - 1;
}

/** Measures what stands under src, without its tests. */
export function measureHouse(graph: ImportGraph): HouseFigures {
  const lines = [...graph.values()].map(linesOf).toSorted((one, other) => one - other);
  const inner = [...graph.values()].flatMap(({ imports }) => imports.filter(({ target }) => target.startsWith('src/')));
  const arrows = arrowsBetweenNeighbours(inner);
  return {
    files: lines.length,
    lines: lines.reduce((sum, count) => sum + count, 0),
    median: lines[Math.floor(lines.length / 2)] ?? 0,
    p90: lines[Math.floor(lines.length * 0.9)] ?? 0,
    max: lines.at(-1) ?? 0,
    mutual: findMutualPairs(arrows).map(([{ from, to }]) => `${from} ↔ ${to}`),
    circles: findCircles(arrows).map(renderCircle),
  };
}
