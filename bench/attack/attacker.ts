import { answerCalls } from '../helper-process.ts';
import { attacks } from './attacks/attacks.ts';
import type { AttackerCalls, Tally } from './calls.ts';

/** All attackers, a process of its own that is held to a quarter of a core. */

let ending = new AbortController();
let running: Promise<Tally> = Promise.resolve({});

answerCalls<AttackerCalls>({
  begin: async ({ name, place, people }) => {
    const attack = attacks.find((one) => one.name === name);
    if (attack === undefined) throw new Error(`no attack is named ${name}`);
    ending = new AbortController();
    const counts: Record<string, number> = {};
    const count = (what: string, amount = 1): void => {
      counts[what] = (counts[what] ?? 0) + amount;
    };
    running = attack.run({ place, people, signal: ending.signal, count }).then(() => counts);
    // A fault is told when the attack is ended.
    running.catch(() => {});
    return null;
  },
  end: () => {
    ending.abort();
    return running;
  },
});
