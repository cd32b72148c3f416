import { describe, expect, it } from 'vitest';
import { createSelection, rangeBetween, type Selection } from '#web/features/aliases/list/many/selection.ts';

const found = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Six are found; the page shows b to e. */
function begin(): Selection {
  const selection = createSelection();
  selection.list({ found, page: ['b', 'c', 'd', 'e'] });
  return selection;
}
function all(selection: Selection): string {
  return [...selection.read()].toSorted().join('');
}

describe('a range', () => {
  it.each([
    ['b', 'd', 'bcd'],
    ['d', 'b', 'bcd'],
    ['c', 'c', 'c'],
    [null, 'c', 'c'],
    ['gone', 'c', 'c'],
    ['c', 'gone', 'gone'],
  ])('from %s to %s is %s', (one, other, range) => {
    expect(rangeBetween(found, one, other).join('')).toBe(range);
  });

  it('goes from the one before, over pages, and takes away as it gives', () => {
    const selection = begin();
    selection.select('a', true);
    selection.select('d', true, true);
    expect(all(selection)).toBe('abcd');
    // Again from where it began.
    selection.select('b', false, true);
    expect(all(selection)).toBe('cd');
    selection.select('f', true);
    selection.select('e', true, true);
    expect(all(selection)).toBe('cdef');
  });

  it('without one before is the one alone, and begins there', () => {
    const selection = begin();
    selection.select('c', true, true);
    expect(all(selection)).toBe('c');
    selection.select('e', true, true);
    expect(all(selection)).toBe('cde');
  });
});

describe('shift and an arrow', () => {
  it('takes the next one along, gives it back on the way back, and goes on beyond the beginning', () => {
    const selection = begin();
    expect(selection.extend('c', 1)).toBe('d');
    expect(selection.extend('d', 1)).toBe('e');
    expect(all(selection)).toBe('cde');
    // There the page ends.
    expect(selection.extend('e', 1)).toBe('e');
    expect(all(selection)).toBe('cde');
    expect(selection.extend('e', -1)).toBe('d');
    expect(selection.extend('d', -1)).toBe('c');
    expect(all(selection)).toBe('c');
    expect(selection.extend('c', -1)).toBe('b');
    expect(all(selection)).toBe('bc');
  });

  it('begins anew where the focus went elsewhere, and does nothing for a row that is not there', () => {
    const selection = begin();
    selection.extend('b', 1);
    expect(selection.extend('e', -1)).toBe('d');
    expect(all(selection)).toBe('bcde');
    expect(selection.extend('a', 1)).toBe(null);
  });
});

it('whoever listens hears of changes alone, and what is gone is selected no more', () => {
  const selection = begin();
  let heard = 0;
  const stop = selection.subscribe(() => (heard += 1));
  const before = selection.read();
  selection.selectAll(found, true);
  expect(selection.read()).not.toBe(before);
  selection.keep(found.map((id) => ({ id })));
  expect(heard).toBe(1);
  selection.keep([{ id: 'b' }, { id: 'new' }]);
  expect(all(selection)).toBe('b');
  selection.clear();
  selection.clear();
  selection.keep([]);
  expect([heard, all(selection)]).toEqual([3, '']);
  stop();
  selection.select('a', true);
  expect(heard).toBe(3);
});

it('ten thousand are selected', () => {
  const selection = createSelection();
  const ids = Array.from({ length: 10_000 }, (_, at) => String(at));
  selection.list({ found: ids, page: ids.slice(0, 100) });
  selection.selectAll(ids, true);
  selection.select('5', false);
  selection.select('9000', true, true);
  selection.keep(ids.map((id) => ({ id })));
  expect(selection.read().size).toBe(10_000);
});
