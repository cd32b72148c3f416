import { Suspense, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#contract/sign-in.ts';
import type { Alias } from '#contract/aliases.ts';
import { aliasListMessages as texts } from '#messages/pages/aliases.tsx';
import { filterMessages } from '#messages/pages/lives/filters.ts';
import { Mark } from '#web/components/mark.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { PartNotLoaded } from '#web/components/ui/part-not-loaded.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAliases, useDeliveries } from '#web/features/aliases/alias-calls.ts';
import { countFilters, isOfState, type ListFilters } from '#web/features/aliases/found/filter-aliases.ts';
import { ListHead, SortSelect } from '#web/features/aliases/found/list-head.tsx';
import type { Show } from '#web/features/aliases/found/shown.ts';
import { AliasCards } from '#web/features/aliases/list/alias-cards.tsx';
import { AliasTable } from '#web/features/aliases/list/alias-table.tsx';
import type { ManyBarProps } from '#web/features/aliases/list/many/many-bar.tsx';
import { PageCheckbox, SelectionStatus } from '#web/features/aliases/list/many/row-checkbox.tsx';
import { createSelection, useSelected, type Selection } from '#web/features/aliases/list/many/selection.ts';
import { useSelectionKeys } from '#web/features/aliases/list/many/selection-keys.ts';
import { useOpenRows } from '#web/features/aliases/list/open-rows.ts';
import { Pagination } from '#web/features/aliases/list/pagination.tsx';
import { useFoundAliases } from '#web/features/aliases/list/use-found-aliases.ts';
import { useListView } from '#web/features/aliases/list/use-list-view.ts';
import { ListNotLoaded } from '#web/features/aliases/list/view-frame.tsx';
import { useShortcut } from '#web/features/aliases/shortcuts.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { isFrame } from '#web/lib/page-facts.ts';
import { useTableScreen, useWideScreen } from '#web/lib/use-wide-screen.ts';

const DeleteAliasDialog = lazyPart(
  async () => (await import('#web/features/aliases/list/delete-alias-dialog.tsx')).DeleteAliasDialog,
  PartNotLoaded,
);
const LabelsView = lazyPart(
  async () => (await import('#web/features/aliases/list/many/labels-view.tsx')).LabelsView,
  BinNotLoaded,
);
const BinView = lazyPart(async () => (await import('#web/features/aliases/list/bin-view.tsx')).BinView, BinNotLoaded);

const ManyBar = lazyPart(
  async () => (await import('#web/features/aliases/list/many/many-bar.tsx')).ManyBar,
  PartNotLoaded,
);

/** What can be done with selected aliases, once there are some. */
function ManySlot(props: ManyBarProps) {
  const isSelecting = useSelected(props.selection).size > 0;
  return (
    isSelecting && (
      <Suspense>
        <ManyBar {...props} />
      </Suspense>
    )
  );
}

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
  const [isAtLabels, setIsAtLabels] = useState(false);
  const [selection] = useState(createSelection);

  if (isAtLabels || view.show === 'bin') {
    const leave = (): void => {
      flushSync(() => {
        setIsAtLabels(false);
        if (view.show === 'bin') view.setShow('all');
      });
      heading.current?.focus();
    };
    return <LazyView part={isAtLabels ? LabelsView : BinView} userId={user.id} onLeave={leave} />;
  }
  const toLabels = (): void => setIsAtLabels(true);
  return <WholeList user={user} view={view} heading={heading} selection={selection} onLabels={toLabels} />;
}

interface WholeListProps {
  user: User;
  view: ReturnType<typeof useListView>;
  heading: RefObject<HTMLHeadingElement | null>;
  selection: Selection;
  onLabels: () => void;
}

const noAliases: Alias[] = [];

function WholeList({ user, view, heading, selection, onLabels }: WholeListProps) {
  const { data, isError, refetch } = useAliases(user.id);
  const searchField = useRef<HTMLInputElement>(null);
  const [deleting, setDeleting] = useState<Alias | null>(null);
  useShortcut('/', () => searchField.current?.focus());
  useSelectionKeys(selection);
  const aliases = data?.aliases ?? noAliases;
  const list = useFoundAliases(aliases, view, selection);
  const { openRows, openRow } = useOpenRows();
  const isTable = useTableView(list.shown.items.some(({ id }) => openRows.has(id)));
  const counts = useMemo(() => countAsking(aliases), [aliases]);
  const focusAfter = (): HTMLElement | null => heading.current;
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const place = isTable ? ({ place: 'head', host: head } as const) : ({ place: 'foot', host: foot } as const);
  return (
    <Card aria-labelledby="your-aliases">
      <ListHead
        headingRef={heading}
        searchRef={searchField}
        aliases={aliases}
        found={list.shown.total}
        counts={counts}
        show={view.show}
        search={view.search}
        filters={view.filters}
        onShow={view.setShow}
        onSearch={view.setSearch}
        onFilters={view.setFilters}
        onLabels={onLabels}
        selecting={<PageCheckbox page={list.drawn} selection={selection} />}
        sorting={!isTable && <SortSelect sort={view.sort} onSort={view.setSort} />}
      >
        <div ref={setHead} />
      </ListHead>
      <SelectionStatus found={list.found} selection={selection} />
      {!data && !isFrame && <ListAbsent isError={isError} onRetry={() => void refetch()} />}
      {isFrame && <RowsOfFrame {...{ view, selection }} />}
      {data && aliases.length === 0 && <NoAliases />}
      {aliases.length > 0 && (
        <Found {...{ view, list, selection, openRows, openRow, isTable }} onDelete={setDeleting} />
      )}
      {/* No box of its own: what sticks to the end of the window sticks as long as the list is there. */}
      <div ref={setFoot} className="contents" />
      <ManySlot {...{ selection, aliases, focusAfter, ...place }} found={list.found} ownEmail={user.email} />
      <Suspense>
        {deleting && <DeleteAliasDialog alias={deleting} onClose={() => setDeleting(null)} focusAfter={focusAfter} />}
      </Suspense>
    </Card>
  );
}

interface FoundProps extends ReturnType<typeof useOpenRows>, Pick<WholeListProps, 'view' | 'selection'> {
  list: ReturnType<typeof useFoundAliases>;
  isTable: boolean;
  onDelete: (alias: Alias) => void;
}

/** What of the list is found, page by page. */
function Found({ view, list, selection, openRows, openRow, isTable, onDelete }: FoundProps) {
  const { shown, search } = list;
  // One observer for all of them.
  const deliveries = useDeliveries();
  const rows = shown.items.map((alias) => {
    const { id } = alias;
    return {
      alias,
      deliveries: deliveries?.get(id),
      open: openRows.get(id) ?? null,
      onOpen: openRow,
      onDelete,
      selection,
    };
  });
  const View = isTable ? AliasTable : AliasCards;
  return (
    <>
      {shown.total === 0 ? (
        <NoMatch search={search} filters={view.filters} onAll={view.showAll} />
      ) : (
        <>
          <View rows={rows} sort={view.sort} onSort={view.setSort} selection={selection} />
          <Pagination shown={shown} pageSize={view.pageSize} onPage={view.setPage} onPageSize={view.setPageSize} />
        </>
      )}
    </>
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

const rowsOfFrame = Array.from({ length: 10 }, (_, row) => row);

/** As high as rows are that say no more than most. */
function RowsOfFrame({ view, selection }: Pick<WholeListProps, 'view' | 'selection'>) {
  return (
    <div className="divide-y divide-line">
      <div className="max-[60rem]:hidden">
        <AliasTable rows={[]} sort={view.sort} onSort={view.setSort} selection={selection} />
      </div>
      {rowsOfFrame.map((row) => (
        <div
          key={row}
          className="flex h-19 items-start gap-3 px-4 py-3 sm:px-6 min-[60rem]:h-12.25 min-[60rem]:items-center"
        >
          <div className="size-5 shrink-0 skeleton" />
          <div className="grid min-w-0 grow gap-3 min-[60rem]:grid-cols-[27%_18%] min-[60rem]:gap-0">
            <div className="h-4 w-3/5 max-w-56 skeleton" />
            <div className="h-3.5 w-2/5 max-w-48 skeleton min-[60rem]:w-full" />
          </div>
          <div className="h-5 w-16 shrink-0 skeleton" />
        </div>
      ))}
    </div>
  );
}

function NoAliases() {
  return (
    <div className="flex flex-col items-center gap-6 px-5 py-12 text-center">
      <Mark className="size-12" />
      <div>
        <p className="font-semibold">{texts.none}</p>
        <p className="mt-1 text-soft">{texts.noneDescription}</p>
      </div>
    </div>
  );
}

interface NoMatchProps {
  search: string;
  filters: ListFilters;
  /** Shows the whole list again. */
  onAll: () => void;
}

function NoMatch({ search, filters, onAll }: NoMatchProps) {
  const nothing = countFilters(filters) > 0 ? filterMessages.noneFits : texts.noneShown;
  return (
    <div className="flex flex-col items-center gap-6 px-5 py-12 text-center">
      <div role="status">
        <p className="font-semibold">{texts.noMatch}</p>
        <p className="mt-1 wrap-anywhere text-soft">{search === '' ? nothing : texts.noMatchDescription(search)}</p>
      </div>
      <Button look="plain" size="small" onClick={onAll}>
        {texts.showAll}
      </Button>
    </div>
  );
}
