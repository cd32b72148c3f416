import { expect, it } from 'vitest';
import { countExports, roomOf } from './count-exports.ts';
import { findField } from './find-field.ts';
import { readSource, type ImportGraph } from './import-graph.ts';

function houseOf(sources: Readonly<Record<string, string>>): ImportGraph {
  return new Map(Object.entries(sources).map(([path, text]) => [path, readSource({}, path, text)] as const));
}

it.each([
  ['src/core/aliases/bulk/find-aliases.ts', 'core/aliases'],
  ['src/core/own-alias.ts', 'core'],
  ['src/mail/receive-message.ts', 'mail'],
  ['src/api/routes/aliases/aliases.ts', 'api'],
  ['src/web/features/inbox/page.tsx', 'web/inbox'],
  ['src/web/lib/dates.ts', 'web'],
])('%s lies in the room %s', (path, room) => {
  expect(roomOf(path)).toBe(room);
});

it('counts each name once that other rooms import, types too, and a file that is imported as a whole', () => {
  const rooms = countExports(
    houseOf({
      'src/core/aliases/a.ts': "import { y } from './b.ts';\n",
      'src/core/aliases/b.ts': 'export const y = 1;\n',
      'src/core/labels/c.ts':
        "import { x, type T } from '../aliases/a.ts';\nimport { x as again } from '../aliases/a.ts';\n",
      'src/mail/d.ts':
        "import { x } from '../core/aliases/a.ts';\nexport { z } from '../core/labels/c.ts';\nimport 'zod';\n",
      'src/api/e.ts': "import * as all from '../core/labels/c.ts';\nconst later = import('../mail/d.ts');\n",
    }),
  );
  expect(rooms).toEqual([
    { room: 'core/aliases', names: 2 },
    { room: 'core/labels', names: 2 },
    { room: 'mail', names: 1 },
  ]);
});

it('finds a field in each form of its name, and texts of all languages once', () => {
  const house = houseOf({
    'src/core/a.ts': 'const sealedEmoji = 1;\n',
    'src/core/b.ts': "const text = 'emoji_sealed';\n",
    'src/core/c.ts': 'const words = "emojis are no field"; const demojis = 1;\n',
    'src/web/d.tsx': 'setEmoji(emoji);\n',
    'src/messages/en/e.ts': 'export const emoji = 1;\n',
    'src/messages/de/e.ts': 'export const emoji = 1;\n',
    'src/messages/lt/e.ts': 'export const emoji = 1;\n',
  });
  expect(findField(house, 'emoji')).toEqual([
    'src/core/a.ts',
    'src/core/b.ts',
    'src/web/d.tsx',
    'src/messages/en/e.ts',
  ]);
  expect(
    findField(houseOf({ 'src/core/a.ts': "'cut_through'", 'src/core/b.ts': "'cut-through'" }), 'cutThrough'),
  ).toHaveLength(2);
});
