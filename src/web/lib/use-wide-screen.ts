import { useSyncExternalStore } from 'react';

// The breakpoint `md` of styles/app.css.
const wideScreen = '(min-width: 48rem)';

const subscribe = (listener: () => void): (() => void) => {
  const query = window.matchMedia(wideScreen);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether there is room for tables and panes side by side. */
export const useWideScreen = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia(wideScreen).matches);
