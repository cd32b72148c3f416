import { ArrowDownUp, ListFilter, Search } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasListMessages as texts } from '#messages/pages/aliases.tsx';
import { filterMessages } from '#messages/pages/lives/filters.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { countFilters, type ListFilters } from '#web/features/aliases/found/filter-aliases.ts';
import { FilterRow } from '#web/features/aliases/found/filter-row.tsx';
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
import { isFrame } from '#web/lib/page-facts.ts';

interface ListHeadProps {
  headingRef: Ref<HTMLHeadingElement>;
  searchRef: Ref<HTMLInputElement>;
  /** All of them; without any, only the bin is offered. */
  aliases: readonly Alias[];
  /** How many of them the list is narrowed to. */
  found: number;
  /** How many there are in a state that asks for somebody. */
  counts: Partial<Record<Show, number>>;
  show: Show;
  search: string;
  filters: ListFilters;
  onShow: (show: Show) => void;
  onSearch: (search: string) => void;
  onFilters: (filters: ListFilters) => void;
  /** Leads to the labels of the account. */
  onLabels: () => void;
  /** Selects what is listed. */
  selecting: ReactNode;
  /** Where the list has no columns to sort by. */
  sorting: ReactNode;
  /** What can be done with those that are selected: it lies over the headings of the columns, so that nothing moves. */
  children: ReactNode;
}

/** Stays in sight over the list: how many there are, which are shown, and the search. */
export function ListHead({
  headingRef,
  searchRef,
  aliases,
  found,
  search,
  onSearch,
  children,
  ...rest
}: ListHeadProps) {
  const { selecting, sorting, filters, onFilters, onLabels, ...chips } = rest;
  const filtering = countFilters(filters);
  const [open, setOpen] = useState(filtering > 0);
  const count = aliases.length;
  const isThere = count > 0 || isFrame;
  return (
    <div data-sticky="true" className="sticky top-0 z-10 rounded-t-box border-b border-line bg-sheet">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 sm:gap-x-4 sm:px-6">
        <div className="flex items-center gap-3">
          {isThere && selecting}
          <Title headingRef={headingRef} count={count} found={found} />
        </div>
        {isThere && (
          <div className="flex min-w-0 flex-1 justify-end lg:order-last lg:w-60 lg:flex-none">
            <SearchField ref={searchRef} value={search} onChange={onSearch} />
          </div>
        )}
        <div
          className={joinClasses(
            'flex min-w-0 items-center gap-1 sm:gap-2',
            isThere ? 'max-lg:w-full lg:flex-1' : '-mr-2 ml-auto sm:-mr-3',
          )}
        >
          <Chips {...chips} offered={isThere ? shows : ['bin']} />
          {isThere && sorting}
          {isThere && (
            <IconButton
              label={filterMessages.toggle(filtering)}
              aria-expanded={open}
              aria-controls="alias-filters"
              className="relative aria-expanded:bg-well aria-expanded:text-ink max-lg:-mr-2"
              onClick={() => setOpen(!open)}
            >
              <ListFilter aria-hidden="true" />
              {filtering > 0 && (
                <span aria-hidden="true" className="absolute top-1.5 right-1.5 size-2 rounded-full bg-amber-deep" />
              )}
            </IconButton>
          )}
        </div>
      </div>
      <div id="alias-filters">
        {open && count > 0 && (
          <FilterRow aliases={aliases} filters={filters} onFilters={onFilters} onLabels={onLabels} />
        )}
      </div>
      {children}
    </div>
  );
}

interface TitleProps extends Pick<ListHeadProps, 'headingRef' | 'found'> {
  count: number;
}

/** How many there are; of a list that is narrowed also to how many, which those hear who do not see it. */
function Title({ headingRef, count, found }: TitleProps) {
  return (
    <>
      <h2 id="your-aliases" ref={headingRef} tabIndex={-1} className="font-semibold outline-none sm:text-lead">
        {texts.title}
        {count > 0 && found === count && (
          <span className="ml-2 font-normal text-soft tabular-nums">{count.toLocaleString(__LOCALE__)}</span>
        )}
      </h2>
      <p role="status" className="-ml-1 whitespace-nowrap text-soft tabular-nums empty:hidden sm:text-lead">
        {found < count && texts.foundOf(found.toLocaleString(__LOCALE__), count.toLocaleString(__LOCALE__))}
      </p>
    </>
  );
}

interface ChipsProps extends Pick<ListHeadProps, 'counts' | 'show' | 'onShow'> {
  offered: readonly Show[];
}

function Chips({ counts, show, onShow, offered }: ChipsProps) {
  return (
    <div
      role="group"
      aria-label={texts.shown}
      className={joinClasses(
        '-mx-1 flex min-w-0 grow gap-1 overflow-x-auto p-1',
        offered.length > 1 && 'fade-end pr-6',
      )}
    >
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
            <span className="ml-1 tabular-nums">{counts[one].toLocaleString(__LOCALE__)}</span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Sorts where there are no columns. On a phone it is as wide as its drawing: the chips need the room. */
export function SortSelect({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const choices = [newestFirst, ...sortKeys.map((by) => ({ by, down: false }))];
  // The other way round, by a column of a wider screen.
  const others = choices.some((one) => writeSort(one) === writeSort(sort)) ? [] : [sort];
  return (
    <div className="relative shrink-0 min-[60rem]:in-frame:hidden">
      <select
        aria-label={texts.sortBy}
        value={writeSort(sort)}
        onChange={({ target }) => onSort(readSort(target.value))}
        className="h-8 rounded-box border border-edge bg-sheet px-2 text-small max-sm:w-10 max-sm:appearance-none max-sm:pr-0 max-sm:pl-10 sm:w-36"
      >
        {[...choices, ...others].map((one) => (
          <option key={writeSort(one)} value={writeSort(one)}>
            {texts.sorts[one.by](one.down)}
          </option>
        ))}
      </select>
      <ArrowDownUp
        aria-hidden="true"
        className="pointer-events-none absolute top-2 left-3 size-4 text-soft sm:hidden"
      />
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
    <div className="relative w-full min-w-0 sm:max-w-60">
      <Search aria-hidden="true" className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft max-sm:hidden" />
      <Input
        ref={ref}
        type="search"
        aria-label={texts.search}
        placeholder={texts.searchPlaceholder}
        autoComplete="off"
        spellCheck={false}
        className="sm:pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
