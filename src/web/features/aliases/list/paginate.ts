export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const windowSize = 5;

/** One page of a list, and the way to the others. Pages and items are counted from 1. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly page: number;
  readonly pageCount: number;
  readonly first: number;
  readonly last: number;
  readonly total: number;
  /** Up to 5 pages around this one. */
  readonly numbers: readonly number[];
}

/** Cuts out a page; one beyond the end, as after a deletion, is the last one. */
export function paginate<Item>(items: readonly Item[], wantedPage: number, pageSize: PageSize): PageOf<Item> {
  const total = items.length;
  const pageCount = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(Math.max(1, wantedPage), pageCount);
  const start = (page - 1) * pageSize;
  const shown = items.slice(start, start + pageSize);
  const firstNumber = Math.max(1, Math.min(page - Math.floor(windowSize / 2), pageCount - windowSize + 1));
  return {
    items: shown,
    page,
    pageCount,
    first: total === 0 ? 0 : start + 1,
    last: start + shown.length,
    total,
    numbers: Array.from({ length: Math.min(windowSize, pageCount) }, (_, index) => firstNumber + index),
  };
}
