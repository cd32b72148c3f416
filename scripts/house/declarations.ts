import { parseSync } from 'oxc-parser';
import type { ImportGraph } from './import-graph.ts';

/** A named thing in a file: a function, a class or one of its methods, a type or one of its members. */
export interface Declaration {
  readonly file: string;
  /** `resolveRecipient`, or `SmtpSession.rcpt` for a member. */
  readonly name: string;
  readonly text: string;
}

type Statement = ReturnType<typeof parseSync>['program']['body'][number];

/** Where something stands in the text, and what it is called. */
interface Named {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

interface Member {
  readonly start: number;
  readonly end: number;
  readonly key?: object;
}

function membersOf(owner: string, members: readonly Member[]): Named[] {
  return members.flatMap(({ start, end, key }) =>
    key && 'name' in key ? [{ name: `${owner}.${String(key.name)}`, start, end }] : [],
  );
}

function namesIn(statement: Statement): Named[] {
  const { start, end } = statement;
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration ? namesIn(statement.declaration) : [];
    case 'FunctionDeclaration':
      return statement.id ? [{ name: statement.id.name, start, end }] : [];
    case 'TSTypeAliasDeclaration':
      return [{ name: statement.id.name, start, end }];
    case 'TSInterfaceDeclaration':
      return [{ name: statement.id.name, start, end }, ...membersOf(statement.id.name, statement.body.body)];
    case 'ClassDeclaration':
      return statement.id
        ? [{ name: statement.id.name, start, end }, ...membersOf(statement.id.name, statement.body.body)]
        : [];
    case 'VariableDeclaration':
      return statement.declarations.flatMap(({ id }) => ('name' in id ? [{ name: id.name, start, end }] : []));
    default:
      return [];
  }
}

/** Reads the functions, classes, types and constants at the top of a file, and the members of its classes and types. */
function readDeclarations(file: string, text: string): Declaration[] {
  const named = parseSync(file, text).program.body.flatMap(namesIn);
  return named.map(({ name, start, end }) => ({ file, name, text: text.slice(start, end) }));
}

/** All declarations of src by name; several where a name is used more than once. */
export function indexDeclarations(graph: ImportGraph): ReadonlyMap<string, readonly Declaration[]> {
  const index = new Map<string, Declaration[]>();
  for (const { path, text } of graph.values()) {
    for (const one of readDeclarations(path, text)) index.set(one.name, [...(index.get(one.name) ?? []), one]);
  }
  return index;
}
