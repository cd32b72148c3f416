import { useSyncExternalStore } from 'react';

// Who speaks to the computer, or presses keys by chance, must be able to switch single keys off (WCAG 2.1.4).
const storageKey = 'shortcuts';
const off = 'off';
const listeners = new Set<() => void>();

function readSetting(): boolean {
  try {
    return localStorage.getItem(storageKey) !== off;
  } catch {
    return true;
  }
}

let enabled = readSetting();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function areShortcutsOn(): boolean {
  return enabled;
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, areShortcutsOn);
}

export function setShortcutsOn(on: boolean): void {
  enabled = on;
  try {
    localStorage.setItem(storageKey, on ? 'on' : off);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}
