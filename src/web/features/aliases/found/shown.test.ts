import { describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { aliasView } from '#support/alias-view.ts';
import { newestFirst, readShown, sortAliases, sortBy, writeShown } from '#web/features/aliases/found/shown.ts';

function aliasWith(alias: string, change: Partial<Alias> = {}): Alias {
  return aliasView({ id: alias, alias, ...change });
}

const list = [
  aliasWith('b', { notes: 'Žuvis', createdAt: '2026-11-22T10:00:00.000Z' }),
  aliasWith('c', { active: false, createdAt: '2026-11-21T10:00:00.000Z' }),
  aliasWith('a', { notes: 'apples' }),
];
function order(by: Parameters<typeof sortBy>[0], down = false): string {
  return sortAliases(list, { by, down })
    .map(({ alias }) => alias)
    .join('');
}

describe('sortAliases', () => {
  it('leaves them as the server lists them, and turns that round', () => {
    expect(sortAliases(list, newestFirst)).toBe(list);
    expect(order('created')).toBe('acb');
  });

  it('sorts by address, and by notes in the order of words with the empty ones last', () => {
    expect(order('alias')).toBe('abc');
    expect(order('alias', true)).toBe('cba');
    expect(order('notes')).toBe('abc');
    expect(order('notes', true)).toBe('bac');
  });

  it('puts by state first what needs somebody', () => {
    const failingSince = '2026-11-21T10:00:00.000Z';
    const failing = aliasWith('f', { targets: list[0]!.targets.map((target) => ({ ...target, failingSince })) });
    const sorted = sortAliases([...list, failing], { by: 'status', down: false });
    expect(sorted.map(({ alias }) => alias).join('')).toBe('fcba');
  });
});

describe('the address', () => {
  it('says what is shown, and nothing where that is all', () => {
    expect(writeShown({ show: 'all', sort: newestFirst }, '')).toBe('');
    const shown = { show: 'paused', sort: { by: 'alias', down: true } } as const;
    const search = writeShown(shown, '?other=1&show=on');
    expect(search).toBe('?other=1&show=paused&sort=-alias');
    expect(readShown(search)).toEqual(shown);
  });

  it('that says nonsense says nothing', () => {
    expect(readShown('?show=everything&sort=-colour')).toEqual({ show: 'all', sort: newestFirst });
  });
});

it('a column goes down at the second click; the newest stand first', () => {
  const up = sortBy('alias', newestFirst);
  expect(up).toEqual({ by: 'alias', down: false });
  expect(sortBy('alias', up)).toEqual({ by: 'alias', down: true });
  expect(sortBy('created', up)).toEqual(newestFirst);
});
