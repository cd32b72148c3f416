import { History, ListChecks, Search } from 'lucide-react';
import { Suspense, useDeferredValue, useMemo, useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import type { User } from '#contract/sign-in.ts';
import type { Alias } from '#contract/aliases.ts';
import { aliasListMessages as texts } from '#messages/pages/aliases.tsx';
import { Mark } from '#web/components/mark.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAliases } from '#web/features/aliases/alias-calls.ts';
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
  const { data, isError, refetch } = useAliases(user.id);
  const view = useListView(user.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [deleting, setDeleting] = useState<Alias | null>(null);
  const [part, setPart] = useState<typeof BinView | null>(null);
  useShortcut('/', () => search.current?.focus());
  const count = data?.aliases.length ?? 0;

  if (part) {
    const leave = (): void => {
      flushSync(() => setPart(null));
      heading.current?.focus();
    };
    return <LazyView part={part} userId={user.id} onLeave={leave} />;
  }
  return (
    <Card aria-labelledby="your-aliases">
      <div className="flex flex-col gap-4 border-b border-line p-5 sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <h2 id="your-aliases" ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
          {texts.title}
          {count > 0 && <span className="ml-2 font-normal text-soft tabular-nums">{count.toLocaleString()}</span>}
        </h2>
        <div className="flex min-w-0 items-center gap-2">
          {count > 0 && (
            <>
              <SearchField ref={search} value={view.search} onChange={view.setSearch} />
              <IconButton label={texts.many} onClick={() => setPart(() => ManyView)}>
                <ListChecks aria-hidden="true" />
              </IconButton>
            </>
          )}
          <IconButton label={texts.bin} onClick={() => setPart(() => BinView)}>
            <History aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      {!data && <ListAbsent isError={isError} onRetry={() => void refetch()} />}
      {data && count === 0 && <NoAliases user={user} />}
      {data && count > 0 && <FoundAliases aliases={data.aliases} view={view} onDelete={setDeleting} />}
      <Suspense>
        {deleting && (
          <DeleteAliasDialog alias={deleting} onClose={() => setDeleting(null)} focusAfter={() => heading.current} />
        )}
      </Suspense>
    </Card>
  );
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
  const matches = useMemo(() => searchAliases(index, search), [index, search]);
  const waits = useMemo(
    () => aliases.some(({ targets }) => targets.some(({ state }) => state === 'pending')),
    [aliases],
  );
  const shown = paginate(matches, view.page, view.pageSize);
  const rows = shown.items.map((alias) => ({ alias, open: openRows.get(alias.id) ?? null, onOpen: openRow, onDelete }));
  const View = useTableView(rows.some(({ open }) => open !== null)) ? AliasTable : AliasCards;

  return (
    <>
      {waits && <ConfirmationHint className="border-b border-line px-5 py-3 sm:px-6" />}
      {matches.length === 0 ? <NoMatch search={search} /> : <View rows={rows} />}
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
      <p className="mt-1 wrap-anywhere text-soft">{texts.noMatchDescription(search)}</p>
    </div>
  );
}

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
}

function SearchField({ ref, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative w-full sm:max-w-xs">
      <Search aria-hidden="true" className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft" />
      <Input
        ref={ref}
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        className="pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
