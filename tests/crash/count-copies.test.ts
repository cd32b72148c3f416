import { expect, it } from 'vitest';
import { countCopies } from './count-copies.ts';
import type { CrashMessage } from './crash-message.ts';

function message(id: number, arrivals: readonly string[]): CrashMessage {
  return {
    id,
    kind: 'forward',
    entrance: 'mx',
    from: 'bob@sender.example',
    to: ['alias@kauke.test'],
    content: '',
    arrivals,
  };
}

it('tells what is lost, what was doubled by no kill, and what nobody sent', () => {
  const copies = [
    { id: 1, recipient: 'a@inbox.example' },
    { id: 1, recipient: 'a@inbox.example' },
    { id: 2, recipient: 'a@inbox.example' },
    { id: 2, recipient: 'a@inbox.example' },
    { id: 2, recipient: 'a@inbox.example' },
    { id: 3, recipient: 'c@inbox.example' },
  ];
  const accepted = [message(1, ['a@inbox.example', 'b@inbox.example']), message(2, ['a@inbox.example'])];
  expect(countCopies(copies, accepted, ['1 a@inbox.example', '2 a@inbox.example'])).toEqual({
    byKind: { forward: { accepted: 2, arrived: 2, lost: 1, duplicates: 3, inFlight: 2, unexplained: 1 } },
    faults: [
      'forward 1 b@inbox.example: 0 copies, under way at 0 kills',
      'forward 2 a@inbox.example: 3 copies, under way at 1 kills',
      'nobody sent 3 c@inbox.example',
    ],
  });
});

it('grants a delivery that was under way twice at one kill two more copies', () => {
  const copies = Array.from({ length: 3 }, () => ({ id: 1, recipient: 'a@inbox.example' }));
  const { faults } = countCopies(copies, [message(1, ['a@inbox.example'])], ['1 a@inbox.example', '1 a@inbox.example']);
  expect(faults).toEqual([]);
});
