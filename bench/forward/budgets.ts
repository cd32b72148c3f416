/** What a way of forwarding has to reach on two cores. */
export interface Budget {
  /** Times the messages per second of each peer in the same run, on an idle and on a busy machine. */
  readonly leastRatio: number;
  /** For a message without TLS, on an idle machine. */
  readonly mostCpuMs: number;
}

export const shippedBudget: Budget = { leastRatio: 5, mostCpuMs: 0.7 };
export const sealedBudget: Budget = { leastRatio: 4, mostCpuMs: 1.2 };

/** Octets of resident memory of the program with one worker, and of each further one. */
export const memoryBudgets = {
  idleBytes: 150_000_000,
  busyBytes: 400_000_000,
  furtherWorkerBytes: 90_000_000,
} as const;
