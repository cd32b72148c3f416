import { describe, expect, it } from 'vitest';
import { createWake } from '#mail/queue/state/leases.ts';

const never = new AbortController().signal;
const longMs = 60_000;

describe('createWake', () => {
  it('ends the wait at once when somebody notified since the last one', async () => {
    const wake = createWake();
    wake.notify();
    await wake.wait(longMs, never);
    let ended = false;
    const second = wake.wait(longMs, never).then(() => {
      ended = true;
    });
    await Promise.resolve();
    expect(ended).toBe(false);
    wake.notify();
    await second;
  });

  it('ends the wait after its time and on abort', async () => {
    const wake = createWake();
    await wake.wait(1, never);
    const stopping = new AbortController();
    const waiting = wake.wait(longMs, stopping.signal);
    stopping.abort();
    await expect(waiting).resolves.toBeUndefined();
    await expect(wake.wait(longMs, stopping.signal)).resolves.toBeUndefined();
  });
});
