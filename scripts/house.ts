import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countExports } from './house/count-exports.ts';
import { countStatements } from './house/count-statements.ts';
import { indexDeclarations } from './house/declarations.ts';
import { findField } from './house/find-field.ts';
import { followWalk } from './house/follow-walk.ts';
import { readImportGraph } from './house/import-graph.ts';
import { measureHouse } from './house/measure-house.ts';
import { countRunFiles } from './house/run-program.ts';
import { walks } from './house/walks.ts';

/**
 * Prints the figures of the house as a table, and before it what should not be. `npm run house -- FOLDER` measures another checkout,
 * which has no walks here; `--table NAME` lists where statements name a table, `--field NAME` where a field of an alias stands. `--ran` starts the
 * program and counts the files in which a function runs for a message and for a new alias.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    table: { type: 'string', default: 'aliases' },
    field: { type: 'string', multiple: true },
    ran: { type: 'boolean' },
  },
});
/** Fields of an alias that an owner chooses, which each release has. */
const fields = values.field ?? ['pinned', 'autoReplies', 'cutThrough'];
const listed = 12;

function list(title: string, entries: readonly string[]): void {
  if (entries.length > 0) console.log(`${title}\n${entries.map((entry) => `  ${entry}`).join('\n')}\n`);
}

const [folder] = positionals;
const checkout = folder === undefined ? resolve(import.meta.dirname, '..') : resolve(folder);
const graph = await readImportGraph(checkout);
const ran = values.ran === true ? await countRunFiles(checkout) : [];
const figures = measureHouse(graph);
const code = { graph, declarations: indexDeclarations(graph) };
const followed = Object.entries(folder === undefined ? walks : {}).map(([name, legs]) => ({
  name,
  ...followWalk(code, legs),
}));
const statements = countStatements(graph);
const rooms = countExports(graph);
const found = fields.map((field) => ({ field, files: findField(graph, field) }));

list('Neighbours that import each other', figures.mutual);
list('Circles', figures.circles);
for (const { name, files, faults } of followed) {
  list(name, files);
  list(`NOT SO: ${name}`, faults);
}
for (const { name, files } of ran) list(`Ran for one ${name}`, files);
list(`Statements on ${values.table} in`, statements.find(({ table }) => table === values.table)?.files ?? []);
if (values.field !== undefined) for (const { field, files } of found) list(`${field} stands in`, files);

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
const shown = statements.filter(({ table }, index) => index < listed || table === values.table);
const rows: readonly (readonly [name: string, value: number, note?: string])[] = [
  ['files', figures.files],
  ['lines', figures.lines],
  ['median', figures.median],
  ['p90', figures.p90],
  ['max', figures.max],
  ['pairs that import each other', figures.mutual.length],
  ['circles', figures.circles.length],
  ...followed.map(({ name, files, steps, folderChanges, faults }) => {
    const note = `files, ${steps} steps, ${folderChanges} folder changes${faults.length > 0 ? ', NOT SO' : ''}`;
    return [name, files.length, note] as const;
  }),
  ...ran.map(({ name, files }) => {
    const outside = files.filter((file) => !file.startsWith('src/protocol/')).length;
    return [`ran for one ${name}`, files.length, `files, ${outside} outside src/protocol`] as const;
  }),
  ['statements, each once for each table', sum(statements.map((one) => one.statements))],
  ...shown.map((one) => {
    const named = one.places.filter(({ file, from }) => from.includes(file));
    const by = `; named by ${named.length} in ${new Set(named.map(({ file }) => file)).size}`;
    return [`  on ${one.table}`, one.statements, `in ${one.files.length} files${by}`] as const;
  }),
  ['names that rooms give to others', sum(rooms.map(({ names }) => names)), `of ${rooms.length} rooms`],
  ...rooms.slice(0, listed).map(({ room, names }) => [`  of ${room}`, names] as const),
  ...found.map(({ field, files }) => [`files in which ${field} stands`, files.length] as const),
];
const width = Math.max(...rows.map(([name]) => name.length));
console.log(
  rows.map(([name, value, note = '']) => `${name.padEnd(width)} ${String(value).padStart(6)} ${note}`).join('\n'),
);
