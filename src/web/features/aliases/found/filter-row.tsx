import { useMemo } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { filterMessages as texts } from '#messages/pages/lives/filters.ts';
import { TextButton } from '#web/components/ui/link-button.tsx';
import {
  countFilters,
  filterChoices,
  filterNames,
  noFilters,
  type ListFilters,
} from '#web/features/aliases/found/filter-aliases.ts';

interface FilterRowProps {
  aliases: readonly Alias[];
  filters: ListFilters;
  onFilters: (filters: ListFilters) => void;
  onLabels: () => void;
}

/** Narrows the list to a domain, an inbox, a label. */
export function FilterRow({ aliases, filters, onFilters, onLabels }: FilterRowProps) {
  const choices = useMemo(() => filterChoices(aliases, filters), [aliases, filters]);
  const isFiltering = countFilters(filters) > 0;
  return (
    <div
      role="group"
      aria-label={texts.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 sm:px-6"
    >
      <div className="grid w-full min-w-0 grid-cols-[6fr_5fr_5fr] gap-2 sm:w-auto sm:flex-1">
        {filterNames.map((name) => (
          <select
            key={name}
            aria-label={texts.names[name]}
            value={filters[name] ?? ''}
            onChange={({ target: { value } }) => onFilters({ ...filters, [name]: value === '' ? null : value })}
            className="h-8 w-full min-w-0 rounded-box border border-edge bg-sheet px-2 text-small text-ellipsis max-sm:px-1 max-sm:text-note"
          >
            <option value="">{texts.any[name]}</option>
            {choices[name].map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        ))}
      </div>
      <div className="ml-auto flex items-center gap-4">
        {/* It stays where it is, so that it keeps the focus. */}
        <TextButton
          aria-disabled={!isFiltering}
          className="aria-disabled:opacity-60"
          onClick={() => isFiltering && onFilters(noFilters)}
        >
          {texts.clear}
        </TextButton>
        <TextButton onClick={onLabels}>{texts.labels}</TextButton>
      </div>
    </div>
  );
}
