import { describe, expect, it } from 'vitest';
import { createWorkGate } from '#core/work-gate.ts';

describe('a work gate', () => {
  it('runs no more than its number at once, queues the rest in order and refuses beyond the line', async () => {
    const gate = createWorkGate({ atOnce: 2, waiting: 2 });
    const order: number[] = [];
    const finish: (() => void)[] = [];
    const start = (job: number): Promise<number> =>
      gate.run(async () => {
        order.push(job);
        await new Promise<void>((resolve) => finish.push(resolve));
        return job;
      });
    const jobs = [start(0), start(1), start(2), start(3)];
    await expect(start(4)).rejects.toMatchObject({ code: 'unavailable' });
    expect(order).toEqual([0, 1]);
    finish[0]?.();
    await jobs[0];
    await expect.poll(() => order).toEqual([0, 1, 2]);
    finish[1]?.();
    finish[2]?.();
    await expect.poll(() => order).toEqual([0, 1, 2, 3]);
    finish[3]?.();
    expect(await Promise.all(jobs)).toEqual([0, 1, 2, 3]);
  });

  it('goes on after a job failed', async () => {
    const gate = createWorkGate({ atOnce: 1, waiting: 1 });
    await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.run(() => Promise.resolve('yes'))).toBe('yes');
  });
});
