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

/** Where statements mean aliases in the bin, too, and why. */
const everywhere: Readonly<Record<string, string>> = {
  'core/aliases/standing/note-message.ts':
    'that a name carried mail and who wrote to it is true wherever it lies; its messages are counted for one that was found just before',
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
