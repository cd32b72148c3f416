import type { Alias } from '#contract/aliases.ts';
import { aliasAddress, aliasState, keptForwardTo, type AliasState } from '#web/features/aliases/alias-state.ts';

/** Which aliases are shown; the bin stands in the place of the list. */
export const shows = ['all', 'on', 'paused', 'waiting', 'failing', 'ended', 'bin'] as const;
export type Show = (typeof shows)[number];

export const sortKeys = ['alias', 'forwardsTo', 'notes', 'created', 'status'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sort {
  readonly by: SortKey;
  readonly down: boolean;
}

export interface Shown {
  readonly show: Show;
  readonly sort: Sort;
}

/** As the server lists them. */
export const newestFirst: Sort = { by: 'created', down: true };

/** By a column, and the other way round by the same one again. What is new comes first, all else from its beginning. */
export function sortBy(by: SortKey, before: Sort): Sort {
  return { by, down: before.by === by ? !before.down : by === 'created' };
}

/** For the address: the day is a day, each other one a word. `-` says that it goes down. */
export function writeSort({ by, down }: Sort): string {
  return `${down ? '-' : ''}${by}`;
}

export function readSort(text: string | null): Sort {
  const by = sortKeys.find((key) => key === text?.replace(/^-/, ''));
  return by === undefined ? newestFirst : { by, down: text?.startsWith('-') ?? false };
}

/** What the address of the page says: nothing where all are shown as they always are. */
export function readShown(search: string): Shown {
  const query = new URLSearchParams(search);
  return { show: shows.find((one) => one === query.get('show')) ?? 'all', sort: readSort(query.get('sort')) };
}

export function writeShown({ show, sort }: Shown, search: string): string {
  const query = new URLSearchParams(search);
  query.delete('show');
  query.delete('sort');
  if (show !== 'all') query.set('show', show);
  if (writeSort(sort) !== writeSort(newestFirst)) query.set('sort', writeSort(sort));
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** What needs somebody comes first. */
const stateOrder: readonly AliasState[] = [
  'domainUnverified',
  'ownersRole',
  'failing',
  'notLive',
  'stopped',
  'waiting',
  'settingUp',
  'ended',
  'domainOff',
  'paused',
  'on',
];

const keys: Readonly<Record<SortKey, (alias: Alias) => string>> = {
  alias: aliasAddress,
  forwardsTo: (alias) => keptForwardTo(alias).toLowerCase(),
  notes: ({ notes }) => notes ?? '',
  created: ({ createdAt }) => createdAt,
  // As texts: a letter each, as 10 comes before 2.
  status: (alias) => String.fromCodePoint(97 + stateOrder.indexOf(aliasState(alias))),
};

const inWords = new Intl.Collator(__LOCALE__);
function byOctets(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Aliases in an order; those with nothing there come last, whichever way it goes. */
export function sortAliases(aliases: Alias[], { by, down }: Sort): Alias[] {
  if (by === newestFirst.by && down === newestFirst.down) return aliases;
  const compare = by === 'notes' ? inWords.compare : byOctets;
  const direction = down ? -1 : 1;
  return aliases
    .map((alias) => ({ alias, key: keys[by](alias) }))
    .toSorted((one, other) => {
      if (one.key === '' || other.key === '') return Number(one.key === '') - Number(other.key === '');
      return direction * compare(one.key, other.key);
    })
    .map(({ alias }) => alias);
}
