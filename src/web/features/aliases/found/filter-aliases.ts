import type { Alias } from '#contract/aliases.ts';
import type { AliasFilter } from '#contract/aliases/bulk.ts';
import { isFailing, ownState } from '#web/features/aliases/alias-state.ts';

/** What the list is narrowed by beside state and search; null: by nothing. */
export interface ListFilters {
  readonly domain: string | null;
  /** The address or URL of a target. */
  readonly inbox: string | null;
  readonly label: string | null;
}

export const filterNames = ['domain', 'inbox', 'label'] as const;
export type FilterName = (typeof filterNames)[number];

export const noFilters: ListFilters = { domain: null, inbox: null, label: null };

export function countFilters(filters: ListFilters): number {
  return filterNames.filter((name) => filters[name] !== null).length;
}

/** As the server finds them. */
export function isOfState(alias: Alias, state: AliasFilter['state']): boolean {
  if (state === undefined) return true;
  const own = ownState(alias);
  const isOff = own === 'paused' || own === 'ended';
  if (state === 'failing') return !isOff && isFailing(alias);
  if (state === 'waiting') return own === 'waiting' || own === 'stopped';
  if (state === 'on') return !isOff && own !== 'waiting' && own !== 'stopped';
  return own === state;
}

/** What of an alias a filter looks at. */
const valuesOf: Readonly<Record<FilterName, (alias: Alias) => readonly string[]>> = {
  domain: ({ domain }) => [domain],
  inbox: ({ targets }) => targets.map(({ value }) => value),
  label: ({ labels }) => labels,
};

/** Whether all filters hold of an alias. */
export function fitsFilters(alias: Alias, filters: ListFilters): boolean {
  return filterNames.every((name) => {
    const wanted = filters[name];
    return wanted === null || valuesOf[name](alias).includes(wanted);
  });
}

const inWords = new Intl.Collator();

/** What a list can be narrowed to. What it is narrowed to now stays among it, though no alias has it any more. */
export function filterChoices(aliases: readonly Alias[], filters: ListFilters): Record<FilterName, string[]> {
  const choicesOf = (name: FilterName): string[] => {
    const chosen = filters[name];
    const found = new Set<string>(chosen === null ? [] : [chosen]);
    for (const alias of aliases) for (const value of valuesOf[name](alias)) found.add(value);
    return [...found].toSorted(inWords.compare);
  };
  return { domain: choicesOf('domain'), inbox: choicesOf('inbox'), label: choicesOf('label') };
}
