import { afterAll, afterEach } from 'vitest';
import { takeTellingLines } from '#support/test-log.ts';

/** No log line of a program, a core or an engine of any test may hold anybody's address. */
function check(): void {
  const [line] = takeTellingLines();
  if (line !== undefined) throw new Error(`a log line holds an address: ${line}`);
}

afterEach(check);
// What came while everything was closed.
afterAll(check);
