/** Undo steps of a start, run last to first; a start that fails half-way leaves nothing running. */
export type Cleanup = (() => Promise<void> | void)[];

/** Starts something, or undoes what had begun of it. */
export async function startOrUndo<Started>(start: (cleanup: Cleanup) => Promise<Started>): Promise<Started> {
  const cleanup: Cleanup = [];
  try {
    return await start(cleanup);
  } catch (error) {
    await runCleanup(cleanup);
    throw error;
  }
}

export async function runCleanup(cleanup: Cleanup): Promise<void> {
  for (let step = cleanup.pop(); step !== undefined; step = cleanup.pop()) await step();
}
