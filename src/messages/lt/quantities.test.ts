import { describe, expect, it } from 'vitest';
import { count, durationText, sizeText } from './quantities.ts';

const hour = 60 * 60 * 1000;

describe('a Lithuanian quantity', () => {
  it.each([
    [0, '0 slapyvardžių'],
    [1, '1 slapyvardis'],
    [2, '2 slapyvardžiai'],
    [9, '9 slapyvardžiai'],
    [10, '10 slapyvardžių'],
    [11, '11 slapyvardžių'],
    [19, '19 slapyvardžių'],
    [21, '21 slapyvardis'],
    [22, '22 slapyvardžiai'],
    [100, '100 slapyvardžių'],
    [101, '101 slapyvardis'],
    [111, '111 slapyvardžių'],
  ])('of %d aliases is %s', (total, text) => {
    expect(count(total, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių')).toBe(text);
  });

  it.each([
    [hour, 'vieną valandą'],
    [4 * hour, 'keturias valandas'],
    [21 * hour, '21 valandą'],
    [7 * 24 * hour, '7 dienas'],
    [10 * 24 * hour, '10 dienų'],
    [30_000, '30 sekundžių'],
    [0, '0 sekundžių'],
  ])('of %d milliseconds is %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });

  it('of octets says how many', () => {
    expect(sizeText(25 * 1024 * 1024)).toBe('25 MiB');
    expect(sizeText(1025)).toBe('1 025 baitai'.replace(' ', '\u00a0'));
  });
});
