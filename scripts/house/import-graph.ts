import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync, Visitor } from 'oxc-parser';

/** One import of a file: a statement, an `export … from`, an `import()`, or a type's `import('…')`. */
export interface Import {
  readonly from: string;
  /** Of the statement, from 1. */
  readonly line: number;
  /** As it is written. */
  readonly specifier: string;
  /** The file's path from the repository's root, or the name of a package; `node:*` for all of Node's own. */
  readonly target: string;
  /** Gone when the program runs: `import type`. With `import { type X }` the file is loaded all the same. */
  readonly isType: boolean;
}

/** A file and what it imports. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

/** All files by path from the repository's root. */
export type ImportGraph = ReadonlyMap<string, SourceFile>;

/** `imports` of a package.json: what `#names` stand for. */
export type Aliases = Readonly<Record<string, string>>;

interface Found {
  readonly start: number;
  readonly specifier: string | null;
  readonly isType: boolean;
}

/** What the parser finds, so that no comment and no text is taken for an import. */
function findImports(path: string, text: string): Found[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const found: Found[] = [];
  function add(start: number, specifier: string | null, isType: boolean): void {
    found.push({ start, specifier, isType });
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.start, node.source.value, node.importKind === 'type'),
    ExportAllDeclaration: (node) => add(node.start, node.source.value, node.exportKind === 'type'),
    ExportNamedDeclaration: (node) => {
      if (node.source) add(node.start, node.source.value, node.exportKind === 'type');
    },
    ImportExpression: ({ start, source }) => {
      const isText = source.type === 'Literal' && typeof source.value === 'string';
      add(start, isText ? String(source.value) : null, false);
    },
    TSImportType: (node) => add(node.start, node.source.value, true),
  }).visit(program);
  return found;
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return 'node:*';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The file that a specifier names, or its package. */
function resolveImport(aliases: Aliases, from: string, specifier: string): string {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('.')) return join(dirname(from), bare);
  for (const [name, place] of Object.entries(aliases)) {
    const head = name.replace('*', '');
    if (name === bare) return normalize(place);
    if (name.endsWith('*') && bare.startsWith(head)) return normalize(place.replace('*', bare.slice(head.length)));
  }
  return packageOf(bare);
}

/**
 * Reads what a file imports.
 * @throws {Error} with file and line if an import cannot be read: the name is computed, or the file does not parse.
 */
export function readSource(aliases: Aliases, path: string, text: string): SourceFile {
  const imports = findImports(path, text).map(({ start, specifier, isType }) => {
    const line = text.slice(0, start).split('\n').length;
    if (specifier === null) throw new Error(`${path}:${line}: import() of a computed name`);
    return { from: path, line, specifier, target: resolveImport(aliases, path, specifier), isType };
  });
  return { path, text, imports };
}

/** The graph with one file more, or another text of it. */
export function withFile(graph: ImportGraph, file: SourceFile): ImportGraph {
  return new Map([...graph, [file.path, file]]);
}

/** `imports` of the repository's package.json. */
async function readAliases(root: string): Promise<Aliases> {
  const { imports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { imports: Aliases };
  return imports;
}

/** Reads the imports of all TypeScript files under src and of the browser extension, tests left out: they may import anything. */
export async function readImportGraph(root: string): Promise<ImportGraph> {
  const aliases = await readAliases(root);
  const graph = new Map<string, SourceFile>();
  const found = glob('{src,extension}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/*.test.{ts,tsx}', '**/*.d.ts', '**/*.config.ts'],
  });
  for await (const path of found) graph.set(path, readSource(aliases, path, await readFile(join(root, path), 'utf8')));
  return new Map([...graph].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
