import { useDeferredValue, useMemo, useRef, useState } from 'react';
import type { User } from '#contract/sign-in.ts';
import type { Alias } from '#contract/aliases.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAliases } from '#web/features/aliases/get-aliases.ts';
import { AliasCards } from '#web/features/aliases/list/alias-cards.tsx';
import { AliasTable } from '#web/features/aliases/list/alias-table.tsx';
import { DeleteAliasDialog } from '#web/features/aliases/list/delete-alias-dialog.tsx';
import { NoAliases, NoMatch } from '#web/features/aliases/list/no-aliases.tsx';
import { paginate } from '#web/features/aliases/list/paginate.ts';
import { Pagination } from '#web/features/aliases/list/pagination.tsx';
import { indexAliases, searchAliases } from '#web/features/aliases/list/search-aliases.ts';
import { SearchField } from '#web/features/aliases/list/search-field.tsx';
import { useListView } from '#web/features/aliases/list/use-list-view.ts';
import { useOpenRows } from '#web/features/aliases/list/use-open-rows.ts';
import { useShortcut } from '#web/features/aliases/shortcuts/use-shortcut.ts';
import { ConfirmationHint } from '#web/features/aliases/targets/confirmation-hint.tsx';
import { useTableScreen, useWideScreen } from '#web/lib/use-wide-screen.ts';

export function AliasList({ user }: { user: User }) {
  const { data, isError, refetch } = useAliases(user.id);
  const view = useListView(user.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [deleting, setDeleting] = useState<Alias | null>(null);
  useShortcut('/', () => search.current?.focus());
  const count = data?.aliases.length ?? 0;

  return (
    <Card aria-labelledby="your-aliases">
      <div className="flex flex-col gap-4 border-b border-line p-5 sm:flex-row sm:items-center sm:justify-between sm:px-6">
        <h2 id="your-aliases" ref={heading} tabIndex={-1} className="text-lead font-semibold outline-none">
          Your Aliases
          {count > 0 && <span className="ml-2 font-normal text-soft tabular-nums">{count.toLocaleString()}</span>}
        </h2>
        {count > 0 && <SearchField ref={search} value={view.search} onChange={view.setSearch} />}
      </div>
      {!data && (isError ? <NotLoaded onRetry={() => void refetch()} /> : <Waiting text="Loading aliases..." />)}
      {data && count === 0 && <NoAliases user={user} />}
      {data && count > 0 && <FoundAliases aliases={data.aliases} view={view} onDelete={setDeleting} />}
      {deleting && (
        <DeleteAliasDialog alias={deleting} onClose={() => setDeleting(null)} focusAfter={() => heading.current} />
      )}
    </Card>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 p-12 text-center text-soft">
      Your aliases could not be loaded.
      <Button look="plain" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
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
