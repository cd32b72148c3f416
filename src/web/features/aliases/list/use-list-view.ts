import { useEffect, useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasAddress, keptForwardTo } from '#web/features/aliases/alias-state.ts';
import { noFilters, type ListFilters } from '#web/features/aliases/found/filter-aliases.ts';
import {
  newestFirst,
  readShown,
  writeShown,
  type Show,
  type Shown,
  type Sort,
} from '#web/features/aliases/found/shown.ts';
import { isFrame } from '#web/lib/page-facts.ts';
import { leaving } from '#web/lib/router/navigate.ts';
import { pageSizes, type PageSize } from '#web/features/aliases/list/paginate.ts';

interface ListView extends Shown {
  readonly search: string;
  readonly filters: ListFilters;
  readonly page: number;
  readonly pageSize: PageSize;
}

const firstView: ListView = { search: '', filters: noFilters, page: 1, pageSize: 10, show: 'all', sort: newestFirst };
const typingPauseMs = 300;

/** Kept with the entry of the browser's history. Only what says nothing of anybody is in the address, which others may read. */
interface KeptView {
  readonly userId: string;
  readonly view: ListView;
}

function readHistory(): { aliasList?: KeptView } | null {
  return window.history.state as { aliasList?: KeptView } | null;
}

function readKept(userId: string): ListView {
  const kept = readHistory()?.aliasList;
  const view = kept?.userId === userId && pageSizes.includes(kept.view.pageSize) ? kept.view : firstView;
  // One that was kept before there were filters has none.
  return { ...firstView, ...view, ...readShown(window.location.search) };
}

function keep(userId: string, view: ListView): void {
  const aliasList: KeptView = { userId, view };
  const { pathname, search, hash } = window.location;
  window.history.replaceState({ ...readHistory(), aliasList }, '', `${pathname}${writeShown(view, search)}${hash}`);
}

/** What of the list is looked at. Going back in the browser finds it again. */
export function useListView(userId: string) {
  const [view, setView] = useState(() => (isFrame ? firstView : readKept(userId)));

  const go = (next: ListView): void => {
    setView(next);
    keep(userId, next);
  };

  // Not at each key: browsers refuse to write their history that often. Who leaves sooner finds it again, too.
  useEffect(() => {
    const stop = (): void => {
      clearTimeout(timer);
      leaving.delete(keepOnce);
      window.removeEventListener('pagehide', keepOnce);
    };
    const keepOnce = (): void => {
      stop();
      keep(userId, view);
    };
    const timer = setTimeout(keepOnce, typingPauseMs);
    leaving.add(keepOnce);
    window.addEventListener('pagehide', keepOnce);
    return stop;
  }, [userId, view]);

  return {
    ...view,
    setSearch: (search: string) => setView({ ...view, search, page: 1 }),
    setFilters: (filters: ListFilters) => go({ ...view, filters, page: 1 }),
    setShow: (show: Show) => go({ ...view, show, page: 1 }),
    showAll: () => go({ ...view, search: '', filters: noFilters, show: 'all', page: 1 }),
    setSort: (sort: Sort) => go({ ...view, sort, page: 1 }),
    setPageSize: (pageSize: PageSize) => go({ ...view, pageSize, page: 1 }),
    setPage: (page: number) => go({ ...view, page }),
  };
}

/** Which page of a list is shown, where nothing of it is kept. */
export function usePages(first: PageSize) {
  const [{ page, pageSize }, setView] = useState({ page: 1, pageSize: first });
  return {
    page,
    pageSize,
    onPage: (next: number) => setView({ page: next, pageSize }),
    onPageSize: (size: PageSize) => setView({ page: 1, pageSize: size }),
  };
}

/** Made once for each, at the first search, so that a key stroke costs no more than a look through ready text. */
const readyTexts = new WeakMap<Alias, string>();

/** All that can be searched, in lower case; no search can hold the line breaks between. */
function textOf(alias: Alias): string {
  const ready = readyTexts.get(alias);
  if (ready !== undefined) return ready;
  const parts = [aliasAddress(alias), keptForwardTo(alias), alias.notes ?? '', ...alias.labels];
  const text = parts.join('\n').toLowerCase();
  readyTexts.set(alias, text);
  return text;
}

export function searchAliases(aliases: Alias[], search: string): Alias[] {
  const term = search.trim().toLowerCase();
  return term === '' ? aliases : aliases.filter((alias) => textOf(alias).includes(term));
}
