import { useSyncExternalStore } from 'react';

/** What is drawn. The stored choice may also be `system`; theme.js turns it into one of these before the first paint. */
export type Theme = 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();

const readTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const setTheme = (theme: Theme): void => {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => 'light');
