import { useSyncExternalStore } from 'react';

/** What is drawn. */
type Theme = 'light' | 'dark';

/** What was chosen. theme.js turns it into what is drawn, before the first paint and whenever the system or another tab changes. */
export type ThemeChoice = Theme | 'system';

const storageKey = 'theme';
const listeners = new Set<() => void>();
/** Chosen here, and drawn in a moment. */
let coming: { choice: ThemeChoice; theme: Theme } | null = null;

function prefersDark(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function readTheme(): Theme {
  return coming?.theme ?? (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');
}

function readChoice(): ThemeChoice {
  if (coming !== null) return coming.choice;
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

/** Once what was changed until now is seen. */
function afterFrame(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

/** All colours change at once: passing over to the new ones, each control of a long list would be drawn anew in every frame. */
function draw(): void {
  if (coming === null) return;
  const { dataset } = document.documentElement;
  dataset['turning'] = '';
  dataset['choice'] = coming.choice;
  dataset['theme'] = coming.theme;
  coming = null;
  afterFrame(() => delete dataset['turning']);
}

/** The control that was used answers first: to colour a long list takes a slow phone longer than a touch may go without an answer. */
export function setTheme(choice: ThemeChoice): void {
  const system = prefersDark().matches ? 'dark' : 'light';
  coming = { choice, theme: choice === 'system' ? system : choice };
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
  afterFrame(draw);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'light');
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice, () => 'light');
}
