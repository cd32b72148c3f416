import { useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { fitsFilters, isOfState } from '#web/features/aliases/found/filter-aliases.ts';
import { sortAliases } from '#web/features/aliases/found/shown.ts';
import type { Selection } from '#web/features/aliases/list/many/selection.ts';
import { paginate } from '#web/features/aliases/list/paginate.ts';
import { searchAliases, type useListView } from '#web/features/aliases/list/use-list-view.ts';

type View = Pick<ReturnType<typeof useListView>, 'search' | 'filters' | 'show' | 'sort' | 'page' | 'pageSize'>;

/** What of all aliases is found, and which page of it is shown. The selection hears of both. */
export function useFoundAliases(aliases: Alias[], view: View, selection: Selection) {
  // What is typed and pressed goes first; the list follows when there is time.
  const search = useDeferredValue(view.search);
  const filters = useDeferredValue(view.filters);
  const show = useDeferredValue(view.show);
  const sort = useDeferredValue(view.sort);
  const page = useDeferredValue(view.page);
  const pageSize = useDeferredValue(view.pageSize);
  // What is found keeps this order: searches sort nothing.
  const sorted = useMemo(() => sortAliases(aliases, sort), [aliases, sort]);
  const matches = useMemo(() => {
    const state = show === 'all' || show === 'bin' ? undefined : show;
    return searchAliases(sorted, search).filter((alias) => isOfState(alias, state) && fitsFilters(alias, filters));
  }, [sorted, search, show, filters]);
  const found = useMemo(() => matches.map(({ id }) => id), [matches]);
  const shown = useMemo(() => paginate(matches, page, pageSize), [matches, page, pageSize]);
  const drawn = useMemo(() => shown.items.map(({ id }) => id), [shown]);
  useLayoutEffect(() => selection.list({ found, page: drawn }), [selection, found, drawn]);
  useEffect(() => selection.keep(aliases), [selection, aliases]);
  return { search, found, shown, drawn };
}
