import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** Where a statement that reads aliases begins. */
const reading =
  /\b(?:selectFrom|innerJoin|leftJoin|updateTable)\('aliases(?: as \w+)?'|\b(?:from|join|update) aliases\b/gu;
/** So far on, statements name what they leave out. */
const statementLength = 1500;
/** Ends a statement for sure. */
const statementEnd = /;\n/u;

const foundBefore = 'by the id of one that was found, and held, just before';

/** Where statements mean aliases in the bin, too, and why. */
const everywhere: Readonly<Record<string, string>> = {
  'core/aliases/standing/note-senders.ts': 'who wrote to an alias is true wherever it lies',
  'core/aliases/standing/message-caps.ts': foundBefore,
  'core/aliases/standing/note-use.ts': 'that a name carried mail is true wherever it lies',
};

it('each statement that reads aliases says whether it means those in the bin', async () => {
  const silent: string[] = [];
  for await (const name of glob('**/*.ts', { cwd: 'src', exclude: ['**/*.test.ts', 'database/**', 'web/**'] })) {
    const text = readFileSync(`src/${name}`, 'utf8');
    for (const { index } of text.matchAll(reading)) {
      const statement = text.slice(index, index + statementLength).split(statementEnd)[0] ?? '';
      if (!/binned|binEnds|whereabouts|isOneOf/iu.test(statement) && !(name in everywhere)) {
        silent.push(`${name}:${text.slice(0, index).split('\n').length}`);
      }
    }
  }
  expect(silent).toEqual([]);
});
