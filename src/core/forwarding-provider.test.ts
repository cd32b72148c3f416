import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const writes =
  /\.(?:insertInto|updateTable|deleteFrom)\('(?:aliases|aliasTargets|smtpCredentials)(?: as \w+)?'\)|\bchangeAliasRows\(/;
const isNoted = /changeAliases\(|changeCredentials\(|\bNotedDb\b/;

/** Files that write such rows and that no provider need hear of, and why. */
const unheard = new Map([
  ['src/core/aliases/alias-settings.ts', 'how our own engine rewrites, and the order in which programs list'],
  ['src/core/aliases/known-senders.ts', 'whom an alias knows already, which our own engine alone asks'],
  ['src/core/aliases/notes.ts', 'notes, which none gets, and how a release before wrote them'],
  [
    'src/core/backups/deletions.ts',
    'a restore, beside which no program runs: the comparison of each day tells what a provider has more',
  ],
  ['src/core/credentials/account-credentials.ts', 'credentials of accounts, which only our own engine takes'],
]);

it('whoever writes aliases, their links or credentials lets the forwarding provider hear of it', () => {
  const files = globSync('src/**/*.ts')
    // What the provider's own files write is what it answered.
    .filter((file) => !file.endsWith('.test.ts') && !file.startsWith('src/core/providers/'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => writes.test(text));
  expect(files.length).toBeGreaterThan(unheard.size);
  expect(files.filter(({ text }) => !isNoted.test(text)).map(({ file }) => file)).toEqual([...unheard.keys()]);
});
