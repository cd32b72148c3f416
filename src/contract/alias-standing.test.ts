import { expect, it } from 'vitest';
import { standingOf } from '#contract/alias-standing.ts';

it('an alias is live only while it is on and a target takes its mail', () => {
  expect(standingOf({ active: true, takesMail: true })).toBe('live');
  expect(standingOf({ active: true, takesMail: false })).toBe('unconfirmed');
  expect(standingOf({ active: false, takesMail: true })).toBe('paused');
  expect(standingOf({ active: false, takesMail: false })).toBe('paused');
  expect(standingOf({ active: true, takesMail: true, ended: 'date' })).toBe('ended');
  expect(standingOf({ active: false, takesMail: true, ended: 'count' })).toBe('ended');
  expect(standingOf({ active: true, takesMail: true, ended: 'idle', suspended: true })).toBe('suspended');
  expect(standingOf({ active: true, takesMail: true, suspended: true })).toBe('suspended');
  expect(standingOf({ active: true, takesMail: true, suspended: true, leaving: true })).toBe('leaving');
});
