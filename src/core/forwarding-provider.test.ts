import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const writes =
  /\.(?:insertInto|updateTable|deleteFrom)\('(?:aliases|aliasTargets|smtpCredentials)(?: as \w+)?'\)|\bchangeAliasRows\(/;
const isNoted = /changeAliases\(|changeCredentials\(|\bNotedDb\b/;

/** Files that write such rows and that no provider need hear of, and why. */
const unheard = new Map([
  ['src/core/aliases/alias-settings.ts', 'how our own engine rewrites, and the order in which programs list'],
  ['src/core/credentials/account-credentials.ts', 'credentials of accounts, which only our own engine takes'],
]);

it('whoever writes aliases, their links or credentials lets the forwarding provider hear of it', () => {
  const files = globSync('src/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
    .filter(({ text }) => writes.test(text));
  expect(files.length).toBeGreaterThan(unheard.size);
  expect(files.filter(({ text }) => !isNoted.test(text)).map(({ file }) => file)).toEqual([...unheard.keys()]);
});
