import { dirname } from 'node:path/posix';
import { arrowsBetweenNeighbours, findCircles, findMutualPairs, renderCircle } from './circles.ts';
import type { ImportGraph, SourceFile } from './import-graph.ts';

/** Below it, a file with one caller in its own folder lives in its caller. */
const tinyLines = 25;
/** As many files a folder holds. */
const fullFolder = 20;

/** Lists that should be empty, beside the figures of size. */
export interface HouseFigures {
  readonly files: number;
  readonly lines: number;
  readonly median: number;
  readonly p90: number;
  readonly max: number;
  /** Files with one caller, in their own folder, and fewer than 25 lines. */
  readonly tiny: readonly string[];
  /** Folders with more than 20 files. */
  readonly crowded: readonly string[];
  /** Neighbours, rooms above all, that import each other. */
  readonly mutual: readonly string[];
  readonly circles: readonly string[];
}

function linesOf({ text }: SourceFile): number {
  return text.split('\n').length - 1;
}

function findTiny(graph: ImportGraph): string[] {
  const callers = new Map<string, Set<string>>();
  for (const { path, imports } of graph.values()) {
    for (const { target } of imports) callers.set(target, (callers.get(target) ?? new Set()).add(path));
  }
  return [...graph.values()].flatMap((file) => {
    const [caller, another] = callers.get(file.path) ?? [];
    const isTiny = linesOf(file) < tinyLines && another === undefined && caller !== undefined;
    return isTiny && dirname(caller) === dirname(file.path) ? [`${file.path} (${linesOf(file)}) ← ${caller}`] : [];
  });
}

function findCrowded(graph: ImportGraph): string[] {
  const counts = new Map<string, number>();
  for (const path of graph.keys()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > fullFolder).map(([folder, count]) => `${folder} (${count})`);
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
    tiny: findTiny(graph),
    crowded: findCrowded(graph),
    mutual: findMutualPairs(arrows).map(([{ from, to }]) => `${from} ↔ ${to}`),
    circles: findCircles(arrows).map(renderCircle),
  };
}
