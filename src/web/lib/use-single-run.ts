import { useRef } from 'react';

/** Single flight: a second click while the first is still at work does nothing, as a button's `disabled` comes one frame too late. */
export function useSingleRun<Args extends unknown[]>(
  run: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await run(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
