import { describe, expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { aliasView } from '#support/alias-view.ts';
import { stepGrowth } from '#support/count-steps.ts';
import { searchAliases } from '#web/features/aliases/list/use-list-view.ts';

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
function found(search: string): string[] {
  return searchAliases([shop, paused], search).map(({ id }) => id);
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

  it('takes as many steps for each alias, however many there are', async () => {
    const growth = await stepGrowth(async (count) => {
      const { aliasView: view } = await import('#support/alias-view.ts');
      const { searchAliases: search } = await import('#web/features/aliases/list/use-list-view.ts');
      const aliases = Array.from({ length: count }, (_, at) => view({ id: String(at), alias: `a${at}`, targets: [] }));
      return ['a9', 'a99', 'a999@', ''].map((term) => search(aliases, term));
    }, 500);
    expect(growth).toBeLessThan(2);
  });
});
