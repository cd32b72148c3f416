import { setTimeout as pause } from 'node:timers/promises';

/** How destinations behave: for more than half of the attempts as badly as destinations do. */
export interface Trouble {
  /** Attempts while there was trouble, and how many of them met it. */
  readonly figures: { troubled: number; attempts: number };
  /** Begins an attempt: whether it is refused for now. */
  refuses(): boolean;
  /** Whether a message that came whole is taken, perhaps after a long while, or the connection cut. */
  decide(): Promise<'accept' | 'drop'>;
  /** From now on everything is taken at once. */
  end(): void;
  /** Settles when every attempt that hangs has been decided. */
  settled(): Promise<void>;
}

const refusedShare = 0.35;
const hangingShare = 0.3;
const droppedShare = 0.15;
const hangMs = { least: 300, spread: 2500 };

export function createTrouble(): Trouble {
  const figures = { troubled: 0, attempts: 0 };
  const hanging = new Set<Promise<unknown>>();
  let hasEnded = false;

  const hang = async (): Promise<'accept' | 'drop'> => {
    await pause(hangMs.least + Math.random() * hangMs.spread);
    return Math.random() < 0.5 ? 'accept' : 'drop';
  };

  return {
    figures,
    refuses: () => {
      if (hasEnded) return false;
      figures.attempts += 1;
      if (Math.random() >= refusedShare) return false;
      figures.troubled += 1;
      return true;
    },
    decide: async () => {
      const draw = hasEnded ? 1 : Math.random();
      if (draw < hangingShare + droppedShare) figures.troubled += 1;
      if (draw >= hangingShare) return draw < hangingShare + droppedShare ? 'drop' : 'accept';
      // Some of those that hang are taken in the end, also when the program has died meanwhile.
      const hung = hang();
      hanging.add(hung);
      return hung.finally(() => hanging.delete(hung));
    },
    end: () => {
      hasEnded = true;
    },
    settled: async () => {
      await Promise.all(hanging);
    },
  };
}
