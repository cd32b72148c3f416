import { describe, expect, it } from 'vitest';
import { countText, durationText, sizeText } from './quantities.ts';

const hour = 60 * 60 * 1000;

describe('a German quantity', () => {
  it.each([
    [hour, 'einer Stunde'],
    [24 * hour, 'einem Tag'],
    [4 * 24 * hour, 'vier Tagen'],
    [7 * 24 * hour, '7 Tagen'],
    [90 * 60 * 1000, '90 Minuten'],
  ])('of %d milliseconds is %s, behind a preposition', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('of things has its thousands set apart', () => {
    expect(countText(10_000)).toBe('10.000');
    expect(sizeText(1025)).toBe('1.025 Byte');
  });
});
