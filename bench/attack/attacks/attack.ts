import { setImmediate as breathe, setTimeout as pause } from 'node:timers/promises';
import type { Person, Place, Tally } from '../calls.ts';
import type { Receiver } from '../receiver.ts';

/** What an attack is given while it runs. */
export interface Means {
  readonly place: Place;
  /** Whom it holds: what `people` of the attack asked for. */
  readonly people: readonly Person[];
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly count: (what: string, amount?: number) => void;
}

/** What can be looked at when it is over. */
export interface Aftermath {
  readonly place: Place;
  readonly receiver: Receiver;
  readonly tally: Tally;
}

export interface Attack {
  readonly name: string;
  /** In one line. */
  readonly what: string;
  /** Whom it holds beforehand. They are made as honest people are. */
  readonly people?: (make: (name: string) => Promise<Person>, place: Place) => Promise<Person[]>;
  /** Addresses that cannot be delivered to from now on. */
  readonly refusesMailTo?: (address: string) => boolean;
  readonly run: (means: Means) => Promise<void>;
  /** What it must not have reached; each in one line. */
  readonly judge?: (aftermath: Aftermath) => Promise<string[]>;
}

/** Does `work` over and over, so many at a time, until the attack is ended; what fails is counted. */
export async function flood(
  { signal, count }: Means,
  atOnce: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let number = 0;
  const again = async (): Promise<void> => {
    while (!signal.aborted) {
      number += 1;
      await work(number).catch(async () => {
        count('broken off');
        await pause(20);
      });
      // What is answered at once must not keep the process from hearing of its end.
      await breathe();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, again));
}
