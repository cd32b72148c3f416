import { setImmediate as breathe } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { accountAttacks } from './accounts.ts';
import { connectionAttacks } from './connections.ts';
import { floodAttacks } from './floods.ts';
import { mailAttacks } from './mail.ts';

/** Nobody attacks: a loop uses up what the attackers would. */
export const quiet: Attack = {
  name: 'quiet',
  what: 'nobody; a loop uses up the quarter of a core',
  run: async ({ signal }) => {
    while (!signal.aborted) {
      const until = performance.now() + 5;
      while (performance.now() < until);
      await breathe();
    }
  },
};

export const attacks: readonly Attack[] = [
  quiet,
  ...accountAttacks,
  ...floodAttacks,
  ...mailAttacks,
  ...connectionAttacks,
];
