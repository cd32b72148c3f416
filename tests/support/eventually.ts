import { vi } from 'vitest';
import { patience } from '#support/patience.ts';

/** What `look` finds, once it throws no more. */
export function eventually<T>(look: () => T | Promise<T>, intervalMs = 100): Promise<T> {
  return vi.waitFor(look, { timeout: patience.pollMs, interval: intervalMs });
}
