import { useSyncExternalStore } from 'react';

/** What is drawn. */
type Theme = 'light' | 'dark';

/** What was chosen. theme.js turns it into what is drawn, before the first paint and whenever the system or another tab changes. */
export type ThemeChoice = Theme | 'system';

const storageKey = 'theme';
const listeners = new Set<() => void>();

function prefersDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function readTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
}

function readChoice(): ThemeChoice {
  return document.documentElement.dataset['choice'] === 'system' ? 'system' : readTheme();
}

/** theme.js began to listen before us, so that it has drawn by the time we hear. */
function subscribe(listener: () => void): () => void {
  const system = prefersDark();
  listeners.add(listener);
  system.addEventListener('change', listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', listener);
    window.removeEventListener('storage', listener);
  };
}

/** All colours change at once: passing over to the new ones, each control of a long list would be drawn anew in every frame. */
function withoutTransitions(): void {
  const { dataset } = document.documentElement;
  dataset['turning'] = '';
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset['turning']));
}

export function setTheme(choice: ThemeChoice): void {
  withoutTransitions();
  const { dataset } = document.documentElement;
  const system = prefersDark().matches ? 'dark' : 'light';
  dataset['choice'] = choice;
  dataset['theme'] = choice === 'system' ? system : choice;
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light');
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => 'light');
}
