import { useSyncExternalStore } from 'react';

function screenHook(minWidth: string): () => boolean {
  const condition = `(min-width: ${minWidth})`;
  const subscribe = (listener: () => void): (() => void) => {
    const query = window.matchMedia(condition);
    query.addEventListener('change', listener);
    return () => query.removeEventListener('change', listener);
  };
  return () =>
    useSyncExternalStore(
      subscribe,
      () => window.matchMedia(condition).matches,
      () => false,
    );
}

/** Whether there is room for panes side by side: the breakpoint `md` of styles/app.css. */
export const useWideScreen = screenHook('48rem');

/** Whether there is room for a table of many columns. */
export const useTableScreen = screenHook('60rem');

/** Whether there is room for every column: the breakpoint `lg` of styles/app.css. */
export const useFullTableScreen = screenHook('70rem');
