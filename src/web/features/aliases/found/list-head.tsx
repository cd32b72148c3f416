import { ListChecks, Search } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { aliasListMessages as texts } from '#messages/pages/aliases.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import {
  newestFirst,
  readSort,
  shows,
  sortKeys,
  writeSort,
  type Show,
  type Sort,
} from '#web/features/aliases/found/shown.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

interface ListHeadProps {
  headingRef: Ref<HTMLHeadingElement>;
  searchRef: Ref<HTMLInputElement>;
  /** Of all aliases; without any, only the bin is offered. */
  count: number;
  /** Of those in a state that asks for somebody. */
  counts: Partial<Record<Show, number>>;
  show: Show;
  search: string;
  onShow: (show: Show) => void;
  onSearch: (search: string) => void;
  onMany: () => void;
  /** Where the list has no columns to sort by. */
  children?: ReactNode;
}

/** Stays in sight over the list: how many there are, which are shown, and the search. */
export function ListHead({
  headingRef,
  searchRef,
  count,
  search,
  onSearch,
  onMany,
  children,
  ...chips
}: ListHeadProps) {
  return (
    <div
      data-sticky="true"
      className="sticky top-0 z-10 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-t-box border-b border-line bg-sheet px-4 py-1.5 sm:px-6"
    >
      <h2 id="your-aliases" ref={headingRef} tabIndex={-1} className="text-lead font-semibold outline-none">
        {texts.title}
        {count > 0 && <span className="ml-2 font-normal text-soft tabular-nums">{count.toLocaleString()}</span>}
      </h2>
      {count > 0 && (
        <div className="flex min-w-0 flex-1 items-center justify-end gap-1 lg:order-last">
          <SearchField ref={searchRef} value={search} onChange={onSearch} />
          <IconButton label={texts.many} onClick={onMany}>
            <ListChecks aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div className={joinClasses('flex min-w-0 items-center gap-2 max-lg:w-full', count === 0 && 'justify-end')}>
        <Chips {...chips} offered={count === 0 ? ['bin'] : shows} />
        {count > 0 && children}
      </div>
    </div>
  );
}

interface ChipsProps extends Pick<ListHeadProps, 'counts' | 'show' | 'onShow'> {
  offered: readonly Show[];
}

function Chips({ counts, show, onShow, offered }: ChipsProps) {
  return (
    <div role="group" aria-label={texts.shown} className="-mx-1 flex min-w-0 grow gap-1 overflow-x-auto p-1">
      {offered.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={show === one}
          onClick={() => onShow(one)}
          className="h-8 shrink-0 rounded-box px-2 text-small font-medium text-soft transition-colors hover:bg-well hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper sm:px-3"
        >
          {texts.shows[one]}
          {counts[one] !== undefined && counts[one] > 0 && (
            <span className="ml-1 tabular-nums">{counts[one].toLocaleString()}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Sorts where there are no columns. */
export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const choices = [newestFirst, ...sortKeys.map((by) => ({ by, down: false }))];
  // The other way round, by a column of a wider screen.
  const others = choices.some((one) => writeSort(one) === writeSort(sort)) ? [] : [sort];
  return (
    <select
      aria-label={texts.sortBy}
      value={writeSort(sort)}
      onChange={({ target }) => onSort(readSort(target.value))}
      className="h-8 w-32 shrink-0 rounded-box border border-edge bg-sheet px-2 text-small"
    >
      {[...choices, ...others].map((one) => (
        <option key={writeSort(one)} value={writeSort(one)}>
          {texts.sorts[one.by](one.down)}
        </option>
      ))}
    </select>
  );
}

interface SearchFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
}

function SearchField({ ref, value, onChange }: SearchFieldProps) {
  return (
    <div className="relative w-full min-w-0 sm:max-w-60">
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
