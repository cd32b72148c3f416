import { parseSync, Visitor, type Expression } from 'oxc-parser';
import type { ImportGraph, SourceFile } from './import-graph.ts';

/** Texts and chains that name a table, and in how many files they are put together. */
export interface StatementCount {
  readonly table: string;
  readonly statements: number;
  readonly files: readonly string[];
  /** How many in each of the files. */
  readonly byFile: Readonly<Record<string, number>>;
  /** Of each statement its file, and the files in which the text stands that names the table: its own, or those that handed out a part. */
  readonly places: readonly { readonly file: string; readonly from: readonly string[] }[];
}

/** Tables, each with the files whose text names it. */
type Named = Map<string, Set<string>>;

function addNamed(named: Named, more: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [table, files] of more) named.set(table, new Set([...(named.get(table) ?? []), ...files]));
}

function sizeOf(named: ReadonlyMap<string, ReadonlySet<string>>): number {
  return [...named.values()].reduce((sum, { size }) => sum + size, 0);
}

const inMigrations = (path: string): boolean => path.startsWith('src/database/migrations/');
const creates = /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/giu;
const renames = /\balter\s+table\s+[a-z_]+\s+rename\s+to\s+([a-z_]+)/giu;
const derives = /\bcreate\s+(?:or\s+replace\s+)?(?:view|function)\s+([a-z_]+)([^;`]*)/giu;

/** Where a statement of SQL names what it reads or writes; behind a comma in the list after `from`. */
const position = String.raw`(?<=\b(?:from|join|into|update|using|table|only)\s+"?|\bfrom\s[\w\s".,]*,\s*"?)`;
const isSql = /\b(?:select|insert\s+into|lock|update|delete\s+from|from|join|exists|using)\b/iu;

/** Calls of the query builder whose first argument is a table. */
const builders = new Set(
  `selectFrom insertInto updateTable deleteFrom replaceInto mergeInto from using innerJoin leftJoin rightJoin fullJoin
   crossJoin innerJoinLateral leftJoinLateral table`.split(/\s+/u),
);
const snake = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

interface Tables {
  readonly names: ReadonlySet<string>;
  /** Of a view or a function: the tables that it is over. */
  readonly over: ReadonlyMap<string, ReadonlySet<string>>;
  readonly pattern: RegExp;
}

/** All tables that migrations make or rename, and the views and functions over them. */
function readTables(graph: ImportGraph): Tables {
  const migrations = [...graph.values()].filter(({ path }) => inMigrations(path)).map(({ text }) => text);
  const named = (pattern: RegExp) =>
    migrations.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name));
  const names = new Set([...named(creates), ...named(renames)]);
  const over = new Map<string, Set<string>>();
  for (const text of migrations) {
    for (const [, name = '', body = ''] of text.matchAll(derives)) {
      const words = new Set(body.match(/[a-z_]+/gu));
      over.set(name, new Set([...names].filter((table) => words.has(table))));
    }
  }
  const all = [...names, ...over.keys()].toSorted((one, other) => other.length - one.length);
  // A function is called where no table could stand.
  const called = [...over.keys()].map((name) => `|\\b${name}(?=\\s*\\()`).join('');
  const pattern = new RegExp(`${position}(?:${all.join('|')})(?![\\w$])${called}`, 'giu');
  return { names, over, pattern };
}

function resolveTable({ names, over }: Tables, word: string): readonly string[] {
  return names.has(word) ? [word] : [...(over.get(word) ?? [])];
}

function tablesIn(tables: Tables, text: string): string[] {
  if (!isSql.test(text)) return [];
  return (text.match(tables.pattern) ?? []).flatMap((name) => resolveTable(tables, name.toLowerCase()));
}

/** Something in a file that names tables, itself or by what it is made of. */
interface Piece {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly tables: Named;
  /** Names of constants and functions that it is put together from. */
  readonly parts: readonly string[];
  /** It is sent to the database where it stands, so nobody can go on from it. */
  readonly isSent: boolean;
}

/** A constant or a function that hands on what stands in it: no promise of rows. */
interface Owned {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface FilePieces {
  readonly pieces: readonly Piece[];
  readonly owners: readonly Owned[];
  /** What an imported name is called in which file. */
  readonly imported: ReadonlyMap<string, string>;
}

/** The name at the root of a chain: `selectGood` of `selectGood(db).select('id')`, `sql` of a text. */
function rootOf(node: Expression): Expression {
  if (node.type === 'CallExpression') return rootOf(node.callee);
  if (node.type === 'MemberExpression' && node.object.type !== 'Super') return rootOf(node.object);
  return node;
}

function calledName(node: Expression): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : '';
}

/** The words by which the builder is told a table: `'aliases as a'`, `['users', 'aliases']`. */
function wordsOf(argument: Expression): string[] {
  if (argument.type === 'ArrayExpression') {
    return argument.elements.flatMap((one) => (one === null || one.type === 'SpreadElement' ? [] : wordsOf(one)));
  }
  const isText = argument.type === 'Literal' && typeof argument.value === 'string';
  return isText ? [snake(String(argument.value).split(/\s/u)[0] ?? '')] : [];
}

/** What stands within a piece that is sent is sent with it. */
function withinSent(pieces: readonly Piece[]): Piece[] {
  const sent = pieces.filter(({ isSent }) => isSent);
  const isSent = (piece: Piece) => sent.some(({ start, end }) => start <= piece.start && piece.end <= end);
  return pieces.map((piece) => ({ ...piece, isSent: isSent(piece) }));
}

const sends = /^(?:execute|stream|compile)/u;
const isAsync = (node: object | null): boolean =>
  node !== null && (('async' in node && node.async === true) || ('type' in node && node.type === 'AwaitExpression'));

interface Chain {
  end: number;
  readonly tables: Named;
  readonly parts: string[];
  isSent: boolean;
}

function readPieces(tables: Tables, { path, text, imports }: SourceFile): FilePieces {
  const { program } = parseSync(path, text);
  const found: Piece[] = [];
  const owners: Owned[] = [];
  const imported = new Map<string, string>();
  const chains = new Map<number, Chain>();
  const here = (names: readonly string[]): Named => new Map(names.map((table) => [table, new Set([path])]));
  const tags = new Map<number, number>();
  const targets = new Map(imports.map(({ specifier, target }) => [specifier, target]));
  const identifiers = (nodes: readonly Expression[]): string[] =>
    nodes.map(rootOf).flatMap((node) => (node.type === 'Identifier' ? [node.name] : []));
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      for (const one of specifiers) {
        if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue;
        imported.set(one.local.name, `${targets.get(source.value) ?? ''}#${one.imported.name}`);
      }
    },
    FunctionDeclaration(node) {
      const { id, start, end } = node;
      if (id !== null && !isAsync(node)) owners.push({ name: id.name, start, end });
    },
    VariableDeclarator({ id, init, start, end }) {
      if (id.type === 'Identifier' && !isAsync(init)) owners.push({ name: id.name, start, end });
    },
    Literal({ value, start, end }) {
      if (typeof value === 'string') {
        found.push({ file: path, start, end, tables: here(tablesIn(tables, value)), parts: [], isSent: false });
      }
    },
    TaggedTemplateExpression({ start, quasi }) {
      tags.set(quasi.start, start);
    },
    TemplateLiteral({ quasis, expressions, start, end }) {
      // What is put in may be a table's name: `update ${sql.table('aliases')}` is found by its call.
      const whole = quasis.map(({ value }) => value.cooked ?? value.raw).join(' ${} ');
      const parts = identifiers(expressions);
      found.push({ file: path, start, end, tables: here(tablesIn(tables, whole)), parts, isSent: false });
    },
    CallExpression({ callee, arguments: given, start, end }) {
      const chain: Chain = chains.get(start) ?? { end, tables: new Map(), parts: [], isSent: false };
      chains.set(start, chain);
      chain.end = Math.max(chain.end, end);
      chain.isSent ||= sends.test(calledName(callee));
      const [first] = given;
      if (first !== undefined && first.type !== 'SpreadElement' && builders.has(calledName(callee))) {
        for (const word of wordsOf(first)) addNamed(chain.tables, here(resolveTable(tables, word)));
      }
      // What a function hands out, for a chain that goes on from it or takes it in.
      const root = rootOf(callee);
      const goesOn = callee.type === 'MemberExpression' && callee.object.type === 'CallExpression';
      if ((goesOn || callee.type === 'Identifier') && root.type === 'Identifier') chain.parts.push(root.name);
    },
  }).visit(program);
  const texts = found.map((piece) => {
    const tag = tags.get(piece.start);
    return { ...piece, isSent: tag !== undefined && chains.get(tag)?.isSent === true };
  });
  const begun = [...chains].map(([start, chain]) => ({ file: path, start, ...chain }));
  return { pieces: withinSent([...texts, ...begun]), owners, imported };
}

/** The outermost of pieces that lie in each other: a query with the queries in it is one statement. */
function outermost(pieces: readonly Piece[]): Piece[] {
  const sorted = pieces.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const kept: Piece[] = [];
  for (const piece of sorted) {
    const around = kept.at(-1);
    if (around !== undefined && piece.end <= around.end) {
      addNamed(around.tables, piece.tables);
    } else kept.push(piece);
  }
  return kept;
}

/**
 * Lets each piece name what its parts name, over files, until nothing is added: a text kept in another file, or in a function
 * that begins a chain, takes no statement away.
 */
function spread(files: ReadonlyMap<string, FilePieces>): void {
  const named = new Map<string, Named>();
  const nameOf = (file: string, name: string): string => files.get(file)?.imported.get(name) ?? `${file}#${name}`;
  let known = -1;
  for (let now = 0; now > known; now = [...named.values()].reduce((sum, one) => sum + sizeOf(one), 0)) {
    known = now;
    for (const [file, { pieces, owners }] of files) {
      for (const { tables, parts, start, end, isSent } of pieces) {
        for (const part of parts) addNamed(tables, named.get(nameOf(file, part)) ?? new Map());
        if (isSent || tables.size === 0) continue;
        for (const { name } of owners.filter((one) => one.start <= start && end <= one.end)) {
          const own = named.get(`${file}#${name}`) ?? new Map();
          named.set(`${file}#${name}`, own);
          addNamed(own, tables);
        }
      }
    }
  }
}

/**
 * Counts statements by table: each text of SQL, and each chain of the query builder, that names a table, or a view or function
 * over it, in the file where it is put together. Migrations do not count: they are what happened.
 */
export function countStatements(graph: ImportGraph): StatementCount[] {
  const tables = readTables(graph);
  const sources = [...graph.values()].filter(({ path }) => path.startsWith('src/') && !inMigrations(path));
  const files = new Map(sources.map((source) => [source.path, readPieces(tables, source)]));
  spread(files);
  const pieces = [...files.values()].flatMap((file) =>
    outermost(file.pieces.filter(({ tables: own }) => own.size > 0)),
  );
  return [...tables.names]
    .map((table) => {
      const own = pieces.filter((piece) => piece.tables.has(table));
      const byFile: Record<string, number> = {};
      for (const { file } of own) byFile[file] = (byFile[file] ?? 0) + 1;
      const places = own.map(({ file, tables: found }) => ({ file, from: [...(found.get(table) ?? [])] }));
      return { table, statements: own.length, files: Object.keys(byFile), byFile, places };
    })
    .toSorted((one, other) => other.statements - one.statements || (one.table < other.table ? -1 : 1));
}
