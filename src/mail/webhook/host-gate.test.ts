import { expect, it } from 'vitest';
import { createHostGate } from '#mail/webhook/host-gate.ts';

function patient(): AbortSignal {
  return new AbortController().signal;
}

it('lets so many in at once under each name, the others in the order they came', async () => {
  const gate = createHostGate(2);
  const leaves = await Promise.all([gate.enter('a', patient()), gate.enter('a', patient())]);
  const order: number[] = [];
  const waiting = [1, 2].map((turn) => gate.enter('a', patient()).then((leave) => (order.push(turn), leave)));
  expect(await gate.enter('b', patient())).not.toBeNull();
  expect(order).toEqual([]);
  leaves[0]?.();
  const leave = await waiting[0];
  expect(order).toEqual([1]);
  leave?.();
  await waiting[1];
  expect(order).toEqual([1, 2]);
});

it('gives up a wait that is no longer wanted, and gives its turn to the next', async () => {
  const gate = createHostGate(1);
  const leave = await gate.enter('a', patient());
  const impatient = new AbortController();
  const [first, second] = [gate.enter('a', impatient.signal), gate.enter('a', patient())];
  impatient.abort();
  expect(await first).toBeNull();
  expect(await gate.enter('a', impatient.signal)).toBeNull();
  leave?.();
  expect(await second).not.toBeNull();
});
