import { describe, expect, it } from 'vitest';
import { BoundedMap } from '#platform/bounded-map.ts';

function held(map: BoundedMap<number>, keys: string): string {
  return [...keys].filter((key) => map.get(key) !== undefined).join('');
}

describe('a bounded map', () => {
  it('forgets what was set first, and counts what is set anew as new', () => {
    const map = new BoundedMap<number>({ max: 3 });
    for (const key of 'abc') map.set(key, 1);
    expect(map.get('a')).toBe(1);
    map.set('b', 2);
    map.set('d', 1);
    map.set('e', 1);
    expect(held(map, 'abcde')).toBe('bde');
    expect(map.get('b')).toBe(2);
    expect(map.size).toBe(3);
  });

  it('forgets what was not used for longest where that is asked for', () => {
    const map = new BoundedMap<number>({ max: 3, evict: 'least-recently-used' });
    for (const key of 'abc') map.set(key, 1);
    map.get('a');
    map.set('d', 1);
    map.set('e', 1);
    expect(held(map, 'abcde')).toBe('ade');
  });

  it('holds no more than its whole weight', () => {
    const map = new BoundedMap<number>({ max: 10, weigh: (value, key) => value + key.length });
    map.set('a', 4);
    map.set('b', 4);
    expect(held(map, 'ab')).toBe('ab');
    map.set('a', 1);
    map.set('c', 2);
    expect(held(map, 'abc')).toBe('abc');
    map.set('d', 0);
    expect(held(map, 'abcd')).toBe('acd');
    map.set('huge', 100);
    expect(map.size).toBe(0);
    map.set('e', 9);
    expect(held(map, 'e')).toBe('e');
  });

  it('forgets what grew old, each in its own time', () => {
    let now = 1000;
    const map = new BoundedMap<number>({ max: 9, expiry: { clock: { now: () => now }, ttlMs: 100 } });
    map.set('a', 1);
    map.set('b', 1, 50);
    map.set('c', 1, Infinity);
    now = 1050;
    expect(held(map, 'abc')).toBe('ac');
    now = 1099;
    expect(held(map, 'abc')).toBe('ac');
    now = 1100;
    expect(held(map, 'abc')).toBe('c');
    expect(map.size).toBe(1);
    map.set('a', 2);
    expect(map.get('a')).toBe(2);
  });

  it('forgets what it is told to forget, and tells null from nothing', () => {
    const map = new BoundedMap<number | null>({ max: 1 });
    map.set('a', null);
    expect(map.get('a')).toBeNull();
    map.delete('a');
    map.delete('b');
    expect(map.get('a')).toBeUndefined();
    map.set('c', 1);
    expect(map.size).toBe(1);
  });
});
