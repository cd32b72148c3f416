import { afterEach, beforeEach, vi } from 'vitest';

/**
 * An unexpected `console.error` or `console.warn` fails the test that caused it. A test that expects one
 * replaces the method itself with `vi.spyOn`.
 */
const calls: string[] = [];
function record(method: string) {
  return (...values: unknown[]): void => {
    calls.push(`console.${method}: ${values.map(String).join(' ')}`);
  };
}

beforeEach(() => {
  calls.length = 0;
  vi.spyOn(console, 'error').mockImplementation(record('error'));
  vi.spyOn(console, 'warn').mockImplementation(record('warn'));
});

afterEach(() => {
  vi.restoreAllMocks();
  if (calls.length > 0) throw new Error(`unexpected output:\n${calls.join('\n')}`);
});
