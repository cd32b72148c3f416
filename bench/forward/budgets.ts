/** What a way of forwarding has to reach on two cores. */
export interface Budget {
  /** Times the messages per second of Postfix with Rspamd in the same run. */
  readonly leastRatio: number;
  /** What it aims at. */
  readonly goalRatio: number;
  readonly mostCpuMs: number;
}

export const shippedBudget: Budget = { leastRatio: 4, goalRatio: 5, mostCpuMs: 1.3 };
export const sealedBudget: Budget = { leastRatio: 3, goalRatio: 3, mostCpuMs: 2 };

/** Octets of resident memory of the program. */
export const memoryBudgets = { idleBytes: 150_000_000, busyBytes: 400_000_000 } as const;
