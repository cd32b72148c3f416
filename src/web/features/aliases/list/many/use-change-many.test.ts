import { expect, it } from 'vitest';
import { tellOutcome } from '#web/features/aliases/list/many/use-change-many.ts';
import { RequestError } from '#web/lib/request.ts';

const none = { changed: 0, skipped: [], undos: [], reached: 3, error: null };
const skipped = [
  { id: 'a', message: 'This alias has ended.' },
  { id: 'b', message: 'Not found' },
];

it('what came of a change is told as it is', () => {
  expect(tellOutcome({ ...none, changed: 3 }, 'pause', 3)).toEqual({
    title: 'Aliases Paused',
    description: '3 aliases changed.',
    tone: 'plain',
  });
  expect(tellOutcome({ ...none, changed: 1 }, 'remove', 1).description).toBe('1 alias deleted.');
  expect(tellOutcome({ ...none, changed: 1, skipped }, 'label', 3)).toEqual({
    title: 'Labels Changed',
    description: '1 alias changed. 2 aliases could not be changed: This alias has ended.',
    tone: 'plain',
  });
  expect(tellOutcome({ ...none, skipped }, 'pause', 2)).toMatchObject({
    title: 'Nothing Changed',
    tone: 'destructive',
  });
  expect(tellOutcome(none, 'pause', 3)).toEqual({ title: 'Nothing Changed', description: 'They were so already.' });
});

it('one that ended before its last portion says how far it came, and why', () => {
  const error = new RequestError('Back in a minute', 503, {});
  expect(tellOutcome({ ...none, changed: 1_000, reached: 1_000, error }, 'end', 2_300)).toEqual({
    title: 'Not All Changed',
    description: '1,000 aliases changed. 1,000 of 2,300 were reached before this: Back in a minute',
    tone: 'destructive',
  });
});
