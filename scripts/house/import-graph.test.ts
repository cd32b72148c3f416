import { describe, expect, it } from 'vitest';
import { readSource } from './import-graph.ts';

const aliases = { '#core/*': './src/core/*', '#messages/*': './src/messages/en/*', '#main': './src/main.ts' };

function importsOf(text: string, path = 'src/core/keys/a.tsx'): string[] {
  return readSource(aliases, path, text).imports.map(
    ({ line, target, isType }) => `${line} ${target}${isType ? ' (type)' : ''}`,
  );
}

describe('the imports of a file', () => {
  it('are found in every form, with their lines', () => {
    const text = `import one, { type Two } from './b.ts';
import type { Three } from '#core/c.ts';
import {
  four,
} from '../domains/d.ts';
import './e.css';
export { five } from '#messages/f.ts';
export type { Six } from '#main';
export * from './g.ts';
const later = async () => <p>{await import('#core/h.ts')}</p>;
type Seven = import('./i.ts').Seven;
const eight: typeof import('./j.ts') | null = null;
`;
    expect(importsOf(text)).toEqual([
      '1 src/core/keys/b.ts',
      '2 src/core/c.ts (type)',
      '3 src/core/domains/d.ts',
      '6 src/core/keys/e.css',
      '7 src/messages/en/f.ts',
      '8 src/main.ts (type)',
      '9 src/core/keys/g.ts',
      '10 src/core/h.ts',
      '11 src/core/keys/i.ts (type)',
      '12 src/core/keys/j.ts (type)',
    ]);
  });

  it('are named by package', () => {
    expect(importsOf("import 'node:fs/promises';\nimport '@hono/node-server/conninfo';\nimport 'zod/v4';\n")).toEqual([
      '1 node:*',
      '2 @hono/node-server',
      '3 zod',
    ]);
  });

  it('are a value where only their names are marked as types: the file is loaded all the same', () => {
    expect(importsOf("import { type X } from './b.ts';\n")).toEqual(['1 src/core/keys/b.ts']);
  });

  it('are neither in comments nor in texts', () => {
    expect(
      importsOf(`// import 'a'\n/* export * from 'b' */\nconst c = "import 'd'";\nconst e = \`import('f')\`;\n`),
    ).toEqual([]);
  });

  it('are refused where nobody can read them', () => {
    expect(() => importsOf('\nconst a = import(name);\n')).toThrow(
      'src/core/keys/a.tsx:2: import() of a computed name',
    );
    expect(() => importsOf('import {\n')).toThrow('src/core/keys/a.tsx: ');
  });
});
