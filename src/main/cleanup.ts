/** Undo steps of a start, run last to first; a start that fails half-way leaves nothing running. */
export type Cleanup = (() => Promise<void> | void)[];

export async function runCleanup(cleanup: Cleanup): Promise<void> {
  for (let step = cleanup.pop(); step !== undefined; step = cleanup.pop()) await step();
}
