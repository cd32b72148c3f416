import packageJson from '../../package.json' with { type: 'json' };
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { arrowsBetweenNeighbours, findCircles, renderCircle } from '../../scripts/house/circles.ts';
import {
  readImportGraph,
  readSource,
  withFile,
  type Import,
  type ImportGraph,
} from '../../scripts/house/import-graph.ts';
import { indexDeclarations } from '../../scripts/house/declarations.ts';
import { followWalk } from '../../scripts/house/follow-walk.ts';
import { walks } from '../../scripts/house/walks.ts';
import { entriesOf, findBreaches, placeOf } from './find-breaches.ts';
import { floors } from './floors.ts';

let house: ImportGraph;
let breaches: string[];
let declarations: ReturnType<typeof indexDeclarations>;

beforeAll(async () => {
  house = await readImportGraph(resolve(import.meta.dirname, '../..'));
  breaches = findBreaches(floors, house);
  declarations = indexDeclarations(house);
});

/** The house with a few files more, or others in place of some. */
function plant(files: Readonly<Record<string, string>>): ImportGraph {
  return Object.entries(files).reduce(
    (graph, [path, text]) => withFile(graph, readSource(packageJson.imports, path, text)),
    house,
  );
}

/** The breaches that came with the planted files. */
function breachesOf(files: Readonly<Record<string, string>>): string[] {
  return findBreaches(floors, plant(files)).filter((breach) => !breaches.includes(breach));
}

describe('the house', () => {
  it('keeps to its floors', () => {
    expect(breaches).toEqual([]);
  });

  it.each(Object.entries(walks))('has the way of %s as it is told', (_, legs) => {
    expect(followWalk({ graph: house, declarations }, legs).faults).toEqual([]);
  });

  it('has every room and file that the table names', () => {
    const places = [...house.keys()];
    const named = Object.keys(floors).flatMap((row) => [`#${row}`, ...entriesOf(floors, row)]);
    const rooms = named.map((entry) => entry.replace(/^type:/u, '')).filter((entry) => entry.startsWith('#'));
    const missing = rooms.filter((room) => {
      const place = placeOf(room.slice(1)).replace(/\*$/u, '');
      return !places.some((path) => path === place || path.startsWith(place.endsWith('/') ? place : `${place}/`));
    });
    expect([...new Set(missing)]).toEqual([]);
  });
});

describe('the table', () => {
  it('sends no room in a circle', () => {
    const arrows = Object.keys(floors).flatMap((row) =>
      entriesOf(floors, row)
        .map((entry) => entry.replace(/^type:/u, ''))
        .filter((entry) => entry.startsWith('#') && !row.startsWith(entry.slice(1)) && !entry.startsWith(`#${row}`))
        .map((entry): Import => {
          return { from: placeOf(row), line: 1, specifier: entry, target: placeOf(entry.slice(1)), isType: false };
        }),
    );
    expect(findCircles(arrowsBetweenNeighbours(arrows)).map(renderCircle)).toEqual([]);
  });

  it('names packages that the project has', () => {
    const known = new Set([...Object.keys(packageJson.dependencies), 'node:*', 'package.json', 'virtual:guides']);
    const packages = Object.keys(floors).flatMap((row) => entriesOf(floors, row));
    const names = packages.map((entry) => entry.replace(/^type:/u, '')).filter((entry) => !entry.startsWith('#'));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});

/** One planted import each, and the one breach that must be told. */
const plantedImports: readonly (readonly [title: string, path: string, text: string, breach: string])[] = [
  [
    'the mail library to the product',
    'src/protocol/message/planted.ts',
    "\nimport '#core/keys/key-ring.ts';\n",
    "src/protocol/message/planted.ts:2: protocol/message may not import core/keys ('#core/keys/key-ring.ts')",
  ],
  [
    'the message to the SMTP server',
    'src/protocol/message/planted.ts',
    "import { join } from 'node:path';\nimport { x } from '#protocol/smtp-server/x.ts';\n",
    "src/protocol/message/planted.ts:2: protocol/message may not import protocol/smtp-server ('#protocol/smtp-server/x.ts')",
  ],
  [
    'keys to accounts',
    'src/core/keys/planted.ts',
    "import type { X } from '#core/accounts/x.ts';\n",
    "src/core/keys/planted.ts:1: core/keys may not import core/accounts ('#core/accounts/x.ts')",
  ],
  [
    'the queue to what fills it',
    'src/mail/queue/planted.ts',
    "export { x } from '#mail/receive-message.ts';\n",
    "src/mail/queue/planted.ts:1: mail/queue may not import mail/receive-message.ts ('#mail/receive-message.ts')",
  ],
  [
    'the page to the product',
    'src/web/features/inbox/planted.tsx',
    "export const Later = async () => <p>{await import('#core/keys/key-ring.ts')}</p>;\n",
    "src/web/features/inbox/planted.tsx:1: web/features/inbox may not import core/keys ('#core/keys/key-ring.ts')",
  ],
  [
    'the page to more than types of the API',
    'src/web/lib/planted.ts',
    "import type { X } from '#api/x.ts';\nimport { type Y } from '#api/y.ts';\n",
    "src/web/lib/planted.ts:2: web/lib may not import api ('#api/y.ts')",
  ],
  [
    'the extension to the product',
    'extension/lib/planted.ts',
    "import '#core/keys/key-ring.ts';\n",
    "extension/lib/planted.ts:1: extension/lib may not import core/keys ('#core/keys/key-ring.ts')",
  ],
  [
    'a feature to another',
    'src/web/features/auth/planted.ts',
    "import '../inbox/inbox-page.tsx';\n",
    "src/web/features/auth/planted.ts:1: web/features/auth may not import web/features/inbox ('../inbox/inbox-page.tsx')",
  ],
  [
    'the API to the database',
    'src/api/routes/planted.ts',
    "type Row = import('#database/tables.ts').Row;\n",
    "src/api/routes/planted.ts:1: api may not import database ('#database/tables.ts')",
  ],
  [
    'the contract to the HTTP library',
    'src/contract/planted.ts',
    "import type { Context } from 'hono/request';\n",
    "src/contract/planted.ts:1: contract may not import hono ('hono/request')",
  ],
  [
    'a command to the inbox of the preview',
    'src/cli/planted.ts',
    "export * from '#mail/preview/preview-inbox.ts';\n",
    "src/cli/planted.ts:1: cli may not import mail/preview ('#mail/preview/preview-inbox.ts')",
  ],
  [
    'the program to test code',
    'src/cli/planted.ts',
    "import '#support/database.ts';\n",
    "src/cli/planted.ts:1: cli may not import tests/support/database.ts ('#support/database.ts')",
  ],
  [
    'the messages to more than types of React',
    'src/messages/en/planted.ts',
    "import { useState } from 'react';\n",
    "src/messages/en/planted.ts:1: messages may not import react ('react')",
  ],
  [
    'a floor that the table does not know',
    'src/attic/planted.ts',
    "import './other.ts';\n",
    "src/attic/planted.ts:1: lies in no room of the table ('./other.ts')",
  ],
];

describe('a planted import', () => {
  it.each(plantedImports)('from %s is told with file and line', (_title, path, text, breach) => {
    expect(breachesOf({ [path]: text })).toEqual([breach]);
  });

  it('that closes a circle of two files is told, even if one of them is a type', () => {
    const found = breachesOf({
      'src/core/stats/planted-one.ts': "import type { Two } from './planted-two.ts';\n",
      'src/core/stats/planted-two.ts': "\nimport { one } from '#core/stats/planted-one.ts';\n",
    });
    expect(found).toEqual([
      'circle in src/core/stats: planted-one.ts → planted-two.ts (src/core/stats/planted-one.ts:1) → planted-one.ts (src/core/stats/planted-two.ts:2)',
    ]);
  });

  it('that closes a circle of two folders is told, though no files make one', () => {
    const found = breachesOf({
      'src/web/features/legal/one/a.ts':
        "import '#web/features/legal/two/a.ts';\nimport '#web/features/legal/two/b.ts';\n",
      'src/web/features/legal/two/b.ts': "import '#web/features/legal/one/c.ts';\n",
    });
    expect(found).toEqual([
      'circle in src/web/features/legal: two → one (src/web/features/legal/two/b.ts:1) → two (src/web/features/legal/one/a.ts:1)',
    ]);
  });

  it('that closes a circle of three folders is told', () => {
    const found = breachesOf({
      'src/web/features/legal/one/a.ts': "import '#web/features/legal/two/b.ts';\n",
      'src/web/features/legal/two/c.ts': "import '#web/features/legal/three/d.ts';\n",
      'src/web/features/legal/three/e.ts': "import '#web/features/legal/one/f.ts';\n",
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('src/web/features/legal/three/e.ts:1');
  });
});

describe('nothing is told of', () => {
  it.each([
    [
      'a new feature that imports itself',
      'src/web/features/passkeys/list.tsx',
      "import '#web/features/passkeys/key.tsx';\n",
    ],
    [
      'a feature that imports a part',
      'src/web/features/passkeys/list.tsx',
      "import '#web/components/ui/button.tsx';\n",
    ],
    ['the app that imports a feature', 'src/web/app/planted.ts', "import '#web/features/passkeys/list.tsx';\n"],
    ['types of the API in the page', 'src/web/lib/planted.ts', "export type { X } from '#api/x.ts';\n"],
    ['a comment and a text', 'src/core/keys/planted.ts', "// import '#mail/x.ts'\nconst x = `import '#mail/x.ts'`;\n"],
    [
      'main that imports the inbox of the preview',
      'src/main/planted.ts',
      "await import('#mail/preview/preview-inbox.ts');\n",
    ],
  ])('%s', (_title, path, text) => {
    expect(breachesOf({ [path]: text })).toEqual([]);
  });
});

const layers = [
  'platform',
  'messages',
  'contract',
  'config',
  'database',
  'protocol',
  'core',
  'mail',
  'api',
  'web',
  'main',
  'cli',
] as const;

/** What each layer may import, said once more, against a table that was loosened by mistake. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  messages: [],
  contract: ['messages'],
  config: ['contract', 'platform'],
  database: ['config', 'platform'],
  protocol: ['platform'],
  core: ['contract', 'messages', 'config', 'database', 'platform'],
  mail: ['core', 'protocol', 'contract', 'messages', 'config', 'database', 'platform'],
  api: ['core', 'contract', 'messages', 'config', 'platform'],
  web: ['contract', 'messages'],
  main: layers.filter((layer) => layer !== 'web' && layer !== 'cli'),
  cli: layers.filter((layer) => layer !== 'web' && layer !== 'mail'),
};

const pairs = layers.flatMap((from) => layers.filter((to) => to !== from).map((to) => ({ from, to })));
const forbidden = pairs.filter(({ from, to }) => !mayImport[from]?.includes(to));
const allowed = pairs.filter(({ from, to }) => mayImport[from]?.includes(to));

describe('between layers', () => {
  let found: string[];

  beforeAll(() => {
    const files = [...forbidden, ...allowed].flatMap(({ from, to }): [path: string, text: string][] => [
      [`src/${from}/to-${to}.ts`, `import '../${to}/a.ts';\nexport const later = import('../${to}/b.ts');\n`],
      [`src/${from}/types-of-${to}.ts`, `import type { Thing } from '../${to}/c.ts';\n`],
      [`src/${from}/inner/to-${to}.ts`, `export { thing } from '../../${to}/d.ts';\n`],
    ]);
    found = breachesOf(Object.fromEntries(files));
  });

  it.each(forbidden)('$from → $to is told, however it is written', ({ from, to }) => {
    const typesOnly = from === 'web' && to === 'api';
    expect(found.filter((breach) => breach.includes(`to-${to}.ts`) && breach.startsWith(`src/${from}/`))).toEqual([
      `src/${from}/to-${to}.ts:1: ${from} may not import ${to} ('../${to}/a.ts')`,
      `src/${from}/to-${to}.ts:2: ${from} may not import ${to} ('../${to}/b.ts')`,
      `src/${from}/inner/to-${to}.ts:1: ${from} may not import ${to} ('../../${to}/d.ts')`,
    ]);
    expect(found.filter((breach) => breach.startsWith(`src/${from}/types-of-${to}.ts`))).toEqual(
      typesOnly ? [] : [`src/${from}/types-of-${to}.ts:1: ${from} may not import ${to} ('../${to}/c.ts')`],
    );
  });

  it.each(allowed)('$from → $to is allowed', ({ from, to }) => {
    expect(found.filter((breach) => breach.includes(`-${to}.ts`) && breach.startsWith(`src/${from}/`))).toEqual([]);
  });
});
