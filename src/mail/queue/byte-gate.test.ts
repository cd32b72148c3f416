import { describe, expect, it } from 'vitest';
import { createByteGate } from '#mail/queue/byte-gate.ts';

describe('createByteGate', () => {
  it('lets work of one key wait without holding up another key', async () => {
    const gate = createByteGate(100, 40);
    const order: string[] = [];
    const first = await gate.take('slow', 40);
    const second = gate.take('slow', 10).then((release) => {
      order.push('slow');
      return release;
    });
    (await gate.take('other', 40))();
    order.push('other');
    first();
    (await second)();
    expect(order).toEqual(['other', 'slow']);
  });

  it('never holds more than the whole bound', async () => {
    const gate = createByteGate(100, 60);
    const first = await gate.take('a', 60);
    let entered = false;
    const second = gate.take('b', 60).then((release) => {
      entered = true;
      return release;
    });
    await Promise.resolve();
    expect(entered).toBe(false);
    first();
    (await second)();
    expect(entered).toBe(true);
  });

  it('lets what is larger than a bound pass alone', async () => {
    const gate = createByteGate(10, 5);
    (await gate.take('a', 1000))();
    (await gate.take('a', 0))();
    expect(await gate.take('a', 1000)).toBeTypeOf('function');
  });
});
