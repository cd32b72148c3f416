import { parseSync, Visitor } from 'oxc-parser';
import type { ImportGraph, SourceFile } from './import-graph.ts';

/** A room, and how many names of it are known outside. */
export interface RoomExports {
  readonly room: string;
  readonly names: number;
}

/** Layers whose folders are rooms of their own. */
const divided = new Set(['core', 'mail', 'protocol']);

/** `core/aliases` of `src/core/aliases/bulk/find-aliases.ts`; `api` of all of the API; a feature of the web app. */
export function roomOf(path: string): string {
  const [, layer = '', folder = '', feature = '', ...rest] = path.split('/');
  if (layer === 'web' && folder === 'features') return `web/${feature}`;
  return divided.has(layer) && (feature !== '' || rest.length > 0) ? `${layer}/${folder}` : layer;
}

/** `src/core/own-alias.ts#checkOwnAlias`, of all that a file imports by name; `#*` for a file as a whole. */
function importedNames({ path, text, imports }: SourceFile): string[] {
  const targets = new Map(imports.map(({ specifier, target }) => [specifier, target]));
  const found: string[] = [];
  const add = (from: string, name: string): void => void found.push(`${targets.get(from) ?? from}#${name}`);
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      for (const one of specifiers) {
        const named = one.type === 'ImportSpecifier' ? one.imported : null;
        add(source.value, named?.type === 'Identifier' ? named.name : '*');
      }
    },
    ExportNamedDeclaration({ source, specifiers }) {
      if (source === null) return;
      for (const { local } of specifiers) add(source.value, local.type === 'Identifier' ? local.name : '*');
    },
    ExportAllDeclaration: ({ source }) => add(source.value, '*'),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, '*');
    },
  }).visit(parseSync(path, text).program);
  return found;
}

/** Counts, for each room under src, the names that files of other rooms import from it: types as well. */
export function countExports(graph: ImportGraph): RoomExports[] {
  const known = new Map<string, Set<string>>();
  for (const file of graph.values()) {
    for (const name of importedNames(file)) {
      if (!name.startsWith('src/') || roomOf(name) === roomOf(file.path)) continue;
      known.set(roomOf(name), (known.get(roomOf(name)) ?? new Set()).add(name));
    }
  }
  return [...known]
    .map(([room, names]) => ({ room, names: names.size }))
    .toSorted((one, other) => other.names - one.names || (one.room < other.room ? -1 : 1));
}
