import { describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { aliasView, targetView } from '#support/alias-view.ts';
import { countFilters, filterChoices, fitsFilters, noFilters } from '#web/features/aliases/found/filter-aliases.ts';

function aliasWith(alias: string, domain: string, inboxes: readonly string[], labels: string[] = []): Alias {
  return aliasView({
    id: alias,
    alias,
    domain,
    labels,
    targets: inboxes.map((value) => targetView({ id: value, value })),
  });
}

const list = [
  aliasWith('a', 'kauke.test', ['me@example.com']),
  aliasWith('b', 'own.example', ['work@example.org', 'me@example.com'], ['Shops']),
  aliasWith('c', 'kauke.test', ['work@example.org'], ['old', 'Shops']),
];

describe('filters', () => {
  it.each([
    [{}, 'abc'],
    [{ domain: 'kauke.test' }, 'ac'],
    [{ inbox: 'me@example.com' }, 'ab'],
    [{ label: 'Shops' }, 'bc'],
    [{ label: 'Shops', domain: 'kauke.test' }, 'c'],
    [{ label: 'old', inbox: 'me@example.com' }, ''],
  ])('%o find %j: all of them must hold', (some, found) => {
    const filters = { ...noFilters, ...some };
    expect(
      list
        .filter((alias) => fitsFilters(alias, filters))
        .map(({ alias }) => alias)
        .join(''),
    ).toBe(found);
    expect(countFilters(filters)).toBe(Object.keys(some).length);
  });

  it('offer what aliases have, by name, and what is chosen though none has it any more', () => {
    expect(filterChoices(list, { ...noFilters, label: 'gone' })).toEqual({
      domain: ['kauke.test', 'own.example'],
      inbox: ['me@example.com', 'work@example.org'],
      label: ['gone', 'old', 'Shops'],
    });
    expect(filterChoices([], noFilters)).toEqual({ domain: [], inbox: [], label: [] });
  });
});
