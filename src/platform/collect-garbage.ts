import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what is no longer needed. V8 itself collects when it finds no room for the next object, which in an idle program
 * may be never. Takes some 50 ms of this thread: for the end of a start, not for a program at work.
 */
export function collectGarbage(): void {
  // A context that is made while the flag is set has the function; nothing else of the program does.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', flavor: 'last-resort' });
}
