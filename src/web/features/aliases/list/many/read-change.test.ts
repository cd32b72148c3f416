import { expect, it } from 'vitest';
import type { Alias } from '#contract/aliases.ts';
import { countLabels, readEnd, readLabelChange, type EndKind } from '#web/features/aliases/list/many/read-change.ts';

const now = new Date('2026-11-23T12:00:00');

it.each<[EndKind, string, object]>([
  ['maxMessages', '1', { maxMessages: 1 }],
  ['maxMessages', '10000', { maxMessages: 10_000 }],
  ['idleDays', '3650', { idleDays: 3_650 }],
  ['expiresAt', '2026-11-23', { expiresAt: new Date('2026-11-23T23:59:59.999').toISOString() }],
  ['never', '', { expiresAt: null, maxMessages: null, idleDays: null }],
])('the end %s %j is %j', (kind, text, change) => {
  expect(readEnd(kind, text, now)).toEqual(change);
});

it.each<[EndKind, string, string]>([
  ['maxMessages', '', 'This must be between 1 and 10000 messages'],
  ['maxMessages', '0', 'This must be between 1 and 10000 messages'],
  ['maxMessages', '10001', 'This must be between 1 and 10000 messages'],
  ['idleDays', '3651', 'This must be between 1 and 3650 days'],
  ['expiresAt', '', 'This must be a time from now on, within 10 years'],
  ['expiresAt', '2026-11-22', 'This must be a time from now on, within 10 years'],
])('the end %s %j is refused', (kind, text, fault) => {
  expect(readEnd(kind, text, now)).toBe(fault);
});

function aliasWith(...labels: string[]): Alias {
  return { labels } as unknown as Alias;
}

it('labels of the account are listed by name, with how many of those selected have them', () => {
  const selected = [aliasWith('Shops'), aliasWith('Shops', 'old')];
  expect(countLabels([aliasWith('travel'), ...selected], selected)).toEqual([
    { name: 'old', some: 1 },
    { name: 'Shops', some: 2 },
    { name: 'travel', some: 0 },
  ]);
});

it('what is checked and named is given, what is cleared is taken off, and all else stays', () => {
  expect(readLabelChange(new Map(), [])).toBe(null);
  expect(readLabelChange(new Map([['old', false]]), [])).toEqual({ removeLabels: ['old'] });
  const wanted = new Map([
    ['Shops', true],
    ['old', false],
    ['travel', false],
  ]);
  // One that is named anew is meant to be there.
  expect(readLabelChange(wanted, ['Travel', 'x'])).toEqual({
    addLabels: ['Shops', 'Travel', 'x'],
    removeLabels: ['old'],
  });
});
