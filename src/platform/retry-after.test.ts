import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const nowMs = Date.UTC(2026, 10, 28, 12);

it.each([
  ['120', 120_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['999999999', 999_999_999_000],
  ['Sat, 28 Nov 2026 12:01:00 GMT', 60_000],
  ['Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ['soon', null],
  ['', null],
  [null, null],
])('Retry-After %j is a wait of %j ms', (text, waitMs) => {
  expect(readRetryAfter(text, nowMs)).toBe(waitMs);
});
