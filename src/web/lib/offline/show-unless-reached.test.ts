import { expect, it, vi } from 'vitest';
import { showUnlessReached, silenceMs } from '#web/lib/offline/show-unless-reached.ts';

it('what is kept is shown once the server fails or is silent for a moment, and not where it answers', async () => {
  vi.useFakeTimers();
  try {
    const show = vi.fn<() => Promise<void>>(() => Promise.resolve());
    await showUnlessReached(Promise.resolve(true), show);
    expect(show).not.toHaveBeenCalled();
    await showUnlessReached(Promise.resolve(false), show);
    expect(show).toHaveBeenCalledTimes(1);

    const silent = Promise.withResolvers<boolean>();
    let isOver = false;
    const looking = showUnlessReached(silent.promise, show).then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(silenceMs - 1);
    expect(show).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(show).toHaveBeenCalledTimes(2);
    // Nobody asks again before the first answer, or its end.
    expect(isOver).toBe(false);
    silent.resolve(false);
    await looking;
    expect(show).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
