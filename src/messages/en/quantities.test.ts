import { describe, expect, it } from 'vitest';
import { countText, durationText, sizeText } from '#messages/quantities.ts';

const hour = 60 * 60 * 1000;

describe('a quantity', () => {
  it.each([
    [25 * 1024 * 1024, '25 MiB'],
    [1024 * 1024, '1 MiB'],
    [2048 * 1024 * 1024, '2,048 MiB'],
    [1.5 * 1024 * 1024, '1,536 KiB'],
    [1025, '1,025 bytes'],
    [1, '1 byte'],
    [0, '0 bytes'],
  ])('of %d octets is %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });

  it.each([
    [hour, 'one hour'],
    [4 * hour, 'four hours'],
    [24 * hour, 'one day'],
    [36 * hour, '36 hours'],
    [4 * 24 * hour, 'four days'],
    [7 * 24 * hour, '7 days'],
    [90 * 60 * 1000, '90 minutes'],
    [5000, 'five seconds'],
    [1499, 'one second'],
    [30_000, '30 seconds'],
    [0, 'no seconds'],
  ])('of %d milliseconds is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('of things has its thousands set apart', () => {
    expect(countText(10_000)).toBe('10,000');
    expect(countText(999)).toBe('999');
  });
});
