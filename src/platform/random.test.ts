import { describe, expect, it } from 'vitest';
import { systemRandom } from '#platform/random.ts';

describe('systemRandom', () => {
  it('gives as many octets as are asked for, and none twice', () => {
    const sizes = Array.from({ length: 3000 }, (_, index) => (index % 97) + 1);
    const drawn = sizes.map((size) => systemRandom.bytes(size));
    expect(drawn.map(({ length }) => length)).toEqual(sizes);
    const long = drawn.filter(({ length }) => length >= 16).map((octets) => octets.toString('hex', 0, 16));
    expect(new Set(long).size).toBe(long.length);
  });

  it('gives octets that their taker may change', () => {
    const first = systemRandom.bytes(8);
    const second = systemRandom.bytes(8);
    const before = Buffer.from(second);
    first.fill(0xff);
    expect(second).toEqual(before);
  });
});
