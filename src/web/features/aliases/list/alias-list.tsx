import { Suspense, useDeferredValue, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#contract/sign-in.ts';
import type { Alias } from '#contract/aliases.ts';
import { aliasListMessages as texts } from '#messages/pages/aliases.tsx';
import { Mark } from '#web/components/mark.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAliases } from '#web/features/aliases/alias-calls.ts';
import { ListHead, SortSelect } from '#web/features/aliases/found/list-head.tsx';
import { isOfState } from '#web/features/aliases/found/of-state.ts';
import { sortAliases, type Show } from '#web/features/aliases/found/shown.ts';
import { AliasCards } from '#web/features/aliases/list/alias-cards.tsx';
import { NotLoaded } from '#web/features/aliases/list/alias-facts.tsx';
import { AliasTable } from '#web/features/aliases/list/alias-table.tsx';
import { useOpenRows } from '#web/features/aliases/list/open-rows.ts';
import { paginate } from '#web/features/aliases/list/paginate.ts';
import { Pagination } from '#web/features/aliases/list/pagination.tsx';
import { indexAliases, searchAliases, useListView } from '#web/features/aliases/list/use-list-view.ts';
import { ListNotLoaded } from '#web/features/aliases/list/view-frame.tsx';
import { useShortcut } from '#web/features/aliases/shortcuts.ts';
import { ConfirmationHint } from '#web/features/aliases/targets/target-list.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useTableScreen, useWideScreen } from '#web/lib/use-wide-screen.ts';

const DeleteAliasDialog = lazyPart(
  async () => (await import('#web/features/aliases/list/delete-alias-dialog.tsx')).DeleteAliasDialog,
  NotLoaded,
);
const ManyView = lazyPart(
  async () => (await import('#web/features/aliases/list/many-view.tsx')).ManyView,
  BinNotLoaded,
);
const BinView = lazyPart(async () => (await import('#web/features/aliases/list/bin-view.tsx')).BinView, BinNotLoaded);

function BinNotLoaded({ onLeave }: { userId: string; onLeave: () => void }) {
  return (
    <Card>
      <ListNotLoaded text={texts.notLoaded} onRetry={onLeave} />
    </Card>
  );
}

function LazyView({ part: Part, ...props }: { part: typeof BinView; userId: string; onLeave: () => void }) {
  return (
    <Suspense fallback={<Waiting text={texts.loading} />}>
      <Part {...props} />
    </Suspense>
  );
}

export function AliasList({ user }: { user: User }) {
  const view = useListView(user.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isMany, setIsMany] = useState(false);

  if (isMany || view.show === 'bin') {
    const leave = (): void => {
      flushSync(() => {
        setIsMany(false);
        if (view.show === 'bin') view.setShow('all');
      });
      heading.current?.focus();
    };
    return <LazyView part={isMany ? ManyView : BinView} userId={user.id} onLeave={leave} />;
  }
  return <WholeList user={user} view={view} heading={heading} onMany={() => setIsMany(true)} />;
}

interface WholeListProps {
  user: User;
  view: ReturnType<typeof useListView>;
  heading: RefObject<HTMLHeadingElement | null>;
  onMany: () => void;
}

function WholeList({ user, view, heading, onMany }: WholeListProps) {
  const { data, isError, refetch } = useAliases(user.id);
  const search = useRef<HTMLInputElement>(null);
  const [deleting, setDeleting] = useState<Alias | null>(null);
  useShortcut('/', () => search.current?.focus());
  const isTable = useTableScreen();
  const aliases = data?.aliases;
  const counts = useMemo(() => countAsking(aliases ?? []), [aliases]);
  const count = aliases?.length ?? 0;
  return (
    <Card aria-labelledby="your-aliases">
      <ListHead
        headingRef={heading}
        searchRef={search}
        count={count}
        counts={counts}
        show={view.show}
        search={view.search}
        onShow={view.setShow}
        onSearch={view.setSearch}
        onMany={onMany}
      >
        {!isTable && <SortSelect sort={view.sort} onSort={view.setSort} />}
      </ListHead>
      {!aliases && <ListAbsent isError={isError} onRetry={() => void refetch()} />}
      {aliases && count === 0 && <NoAliases user={user} />}
      {aliases && count > 0 && <FoundAliases aliases={aliases} view={view} onDelete={setDeleting} />}
      <Suspense>
        {deleting && (
          <DeleteAliasDialog alias={deleting} onClose={() => setDeleting(null)} focusAfter={() => heading.current} />
        )}
      </Suspense>
    </Card>
  );
}

/** What somebody should look at. */
function countAsking(aliases: readonly Alias[]): Partial<Record<Show, number>> {
  const [waiting, failing] = (['waiting', 'failing'] as const).map(
    (state) => aliases.filter((alias) => isOfState(alias, state)).length,
  );
  return { waiting: waiting ?? 0, failing: failing ?? 0 };
}

function ListAbsent({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  return isError ? <ListNotLoaded text={texts.notLoaded} onRetry={onRetry} /> : <Waiting text={texts.loading} />;
}

interface FoundAliasesProps {
  aliases: Alias[];
  view: ReturnType<typeof useListView>;
  onDelete: (alias: Alias) => void;
}

function FoundAliases({ aliases, view, onDelete }: FoundAliasesProps) {
  const { openRows, openRow } = useOpenRows();
  // Typing goes first; the list follows when there is time.
  const search = useDeferredValue(view.search);
  const index = useMemo(() => indexAliases(aliases), [aliases]);
  const { show, sort } = view;
  const matches = useMemo(() => {
    const state = show === 'all' || show === 'bin' ? undefined : show;
    return sortAliases(
      searchAliases(index, search).filter((alias) => isOfState(alias, state)),
      sort,
    );
  }, [index, search, show, sort]);
  const waits = useMemo(
    () => aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending')),
    [aliases],
  );
  const shown = paginate(matches, view.page, view.pageSize);
  const rows = shown.items.map((alias) => ({ alias, open: openRows.get(alias.id) ?? null, onOpen: openRow, onDelete }));
  const View = useTableView(rows.some(({ open }) => open !== null)) ? AliasTable : AliasCards;

  return (
    <>
      {waits && <ConfirmationHint className="border-b border-line px-4 py-2 sm:px-6" />}
      {matches.length === 0 ? <NoMatch search={search} /> : <View rows={rows} sort={sort} onSort={view.setSort} />}
      {matches.length > 0 && (
        <Pagination shown={shown} pageSize={view.pageSize} onPage={view.setPage} onPageSize={view.setPageSize} />
      )}
    </>
  );
}

/**
 * A turned tablet must not throw away what is being typed: while something is open, table and cards stay what they are,
 * unless the table has no room at all.
 */
function useTableView(isSomethingOpen: boolean): boolean {
  const fits = useTableScreen();
  const hasSomeRoom = useWideScreen();
  const [isTable, setIsTable] = useState(fits);
  const stays = isSomethingOpen && hasSomeRoom;
  if (isTable !== fits && !stays) setIsTable(fits);
  return isTable;
}

function NoAliases({ user }: { user: User }) {
  return (
    <div className="flex flex-col items-center gap-6 px-5 py-12 text-center">
      <Mark className="size-12" />
      <div>
        <p className="font-semibold">{texts.none}</p>
        <p className="mt-1 text-soft">{texts.noneDescription}</p>
      </div>
      {user.email !== null && <ConfirmationHint className="max-w-md rounded-box px-4 py-3" />}
    </div>
  );
}

function NoMatch({ search }: { search: string }) {
  return (
    <div role="status" className="px-5 py-12 text-center">
      <p className="font-semibold">{texts.noMatch}</p>
      <p className="mt-1 wrap-anywhere text-soft">
        {search === '' ? texts.noneShown : texts.noMatchDescription(search)}
      </p>
    </div>
  );
}
