/** Lets whoever makes a delivery due wake the worker of the same process. */
export interface Wake {
  notify(): void;
  /** Resolves at the next `notify`, at once when one came since the last wait, or after `timeoutMs`, or on abort. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>;
}

export function createWake(): Wake {
  let pending = false;
  let resume: (() => void) | null = null;
  return {
    notify: () => {
      pending = true;
      resume?.();
    },
    wait: (timeoutMs, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resume = null;
          pending = false;
          resolve();
        };
        const timer = setTimeout(end, timeoutMs);
        signal.addEventListener('abort', end, { once: true });
        resume = end;
        if (pending || signal.aborted) end();
      }),
  };
}
