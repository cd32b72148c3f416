import { expect, it } from 'vitest';
import { isAliasName } from '#contract/alias-faults.ts';
import { isReservedName } from '#contract/reserved-names/reserved-names.ts';
import { aliasFormats } from '#contract/account/formats.ts';
import { makeAliasName } from '#core/aliases/generated/make-alias-name.ts';
import { systemRandom } from '#platform/random.ts';

it.each(aliasFormats)('names of %s can be given to aliases, are in lower case and differ', (format) => {
  const names = Array.from({ length: 500 }, () => makeAliasName(systemRandom, format));
  expect(names.filter((name) => !isAliasName(name) || isReservedName(name) || name !== name.toLowerCase())).toEqual([]);
  // Two of 500 names of words are alike once in 270 runs; ten, never.
  expect(new Set(names).size).toBeGreaterThan(490);
});

it('names of words are two words and four digits', () => {
  expect(makeAliasName(systemRandom, 'words')).toMatch(/^[a-z]+\.[a-z]+\d{4}$/);
});
