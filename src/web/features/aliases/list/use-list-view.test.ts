import { describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { aliasView } from '#support/alias-view.ts';
import { indexAliases, searchAliases } from '#web/features/aliases/list/use-list-view.ts';

function aliasWith(change: Partial<Alias>): Alias {
  return aliasView({ alias: 'shop', forwardTo: 'ruta@example.com', targets: [], ...change });
}

const shop = aliasWith({ id: '1', notes: 'Running SHOES' });
const paused = aliasWith({
  id: '2',
  alias: 'old',
  forwardTo: 'null',
  active: false,
  lastForwardTo: 'jonas@example.com',
});
const index = indexAliases([shop, paused]);
function found(search: string): string[] {
  return searchAliases(index, search).map(({ id }) => id);
}

describe('searchAliases', () => {
  it('finds by address, by target and by notes, whatever the case', () => {
    expect(found('SHOP@Kauke')).toEqual(['1']);
    expect(found('ruta@')).toEqual(['1']);
    expect(found('shoes')).toEqual(['1']);
    expect(found('example.com')).toEqual(['1', '2']);
  });

  it('finds a paused alias by the target it keeps, not by the word on the wire', () => {
    expect(found('jonas')).toEqual(['2']);
    expect(found('null')).toEqual([]);
  });

  it('finds everything by nothing and nothing by what spans two fields', () => {
    expect(found('  ')).toEqual(['1', '2']);
    expect(found('kauke.test ruta')).toEqual([]);
  });

  it('looks through 10,000 aliases', () => {
    const many = indexAliases(
      Array.from({ length: 10_000 }, (_, at) => aliasWith({ id: String(at), alias: `a${at}` })),
    );
    expect(searchAliases(many, 'a9999@')).toHaveLength(1);
  });
});
