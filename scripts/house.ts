import { resolve } from 'node:path';
import { indexDeclarations } from './house/declarations.ts';
import { followWalk } from './house/follow-walk.ts';
import { readImportGraph } from './house/import-graph.ts';
import { measureHouse } from './house/measure-house.ts';
import { walks } from './house/walks.ts';

/** Prints what is where under src, and what should not be, as a table at the end. */
function list(title: string, entries: readonly string[]): void {
  if (entries.length > 0) console.log(`${title}\n${entries.map((entry) => `  ${entry}`).join('\n')}\n`);
}

const graph = await readImportGraph(resolve(import.meta.dirname, '..'));
const figures = measureHouse(graph);
const code = { graph, declarations: indexDeclarations(graph) };
const followed = Object.entries(walks).map(([name, legs]) => ({ name, ...followWalk(code, legs) }));

list('Below 25 lines, with one caller, in their own folder', figures.tiny);
list('Folders with more than 20 files', figures.crowded);
list('Neighbours that import each other', figures.mutual);
list('Circles', figures.circles);
for (const { name, files, faults } of followed) {
  list(name, files);
  list(`NOT SO: ${name}`, faults);
}

const rows: readonly (readonly [name: string, value: number, note?: string])[] = [
  ['files', figures.files],
  ['lines', figures.lines],
  ['median', figures.median],
  ['p90', figures.p90],
  ['max', figures.max],
  ['tiny files with one caller', figures.tiny.length],
  ['folders over 20 files', figures.crowded.length],
  ['pairs that import each other', figures.mutual.length],
  ['circles', figures.circles.length],
  ...followed.map(({ name, files, steps, folderChanges, faults }) => {
    const note = `files, ${steps} steps, ${folderChanges} folder changes${faults.length > 0 ? ', NOT SO' : ''}`;
    return [name, files.length, note] as const;
  }),
];
const width = Math.max(...rows.map(([name]) => name.length));
console.log(
  rows.map(([name, value, note = '']) => `${name.padEnd(width)} ${String(value).padStart(6)} ${note}`).join('\n'),
);
