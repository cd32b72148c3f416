import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageSizes, paginate } from '#web/features/aliases/list/paginate.ts';

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

describe('paginate', () => {
  it('shows the first ten of 23', () => {
    expect(paginate(numbered(23), 1, 10)).toEqual({
      items: numbered(10),
      page: 1,
      pageCount: 3,
      first: 1,
      last: 10,
      total: 23,
      numbers: [1, 2, 3],
    });
  });

  it('slides a window of five numbers and keeps it inside the list', () => {
    const numbersAt = (page: number): readonly number[] => paginate(numbered(100), page, 10).numbers;
    expect(numbersAt(1)).toEqual([1, 2, 3, 4, 5]);
    expect(numbersAt(3)).toEqual([1, 2, 3, 4, 5]);
    expect(numbersAt(4)).toEqual([2, 3, 4, 5, 6]);
    expect(numbersAt(9)).toEqual([6, 7, 8, 9, 10]);
    expect(numbersAt(10)).toEqual([6, 7, 8, 9, 10]);
  });

  it('goes back to the last page when the one before it has become empty', () => {
    expect(paginate(numbered(20), 3, 10)).toMatchObject({ page: 2, first: 11, last: 20 });
    expect(paginate([], 2, 10)).toMatchObject({ page: 1, pageCount: 1, first: 0, last: 0, numbers: [1] });
  });

  it('shows every item once, whatever the sizes', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.constantFrom(...pageSizes), (count, pageSize) => {
        const items = numbered(count);
        const { pageCount } = paginate(items, 1, pageSize);
        const pages = numbered(pageCount).map((page) => paginate(items, page, pageSize));
        expect(pages.flatMap((page) => page.items)).toEqual(items);
        for (const { page, numbers } of pages) {
          expect(numbers).toContain(page);
          expect(numbers).toHaveLength(Math.min(5, pageCount));
        }
      }),
    );
  });
});
