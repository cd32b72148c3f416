import type { MailLimits } from '#mail/queue/mail-limits.ts';

/** How many more deliveries the worker may take on. */
export interface WorkerRoom {
  readonly free: number;
  enter(): WorkerPlace;
}

export interface WorkerPlace {
  /** It takes long: from now on it leaves its room to others, as far as not too many do. */
  late(): void;
  leave(): void;
}

export function createWorkerRoom({ workerAttemptsAtOnce, workerLateAttempts }: MailLimits): WorkerRoom {
  let taken = 0;
  let late = 0;
  return {
    get free() {
      return workerAttemptsAtOnce - taken;
    },
    enter: () => {
      let isLate = false;
      taken += 1;
      return {
        late: () => {
          if (isLate || late >= workerLateAttempts) return;
          isLate = true;
          late += 1;
          taken -= 1;
        },
        leave: () => {
          if (isLate) late -= 1;
          else taken -= 1;
        },
      };
    },
  };
}
