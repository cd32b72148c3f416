import { useSyncExternalStore, useEffect, useEffectEvent } from 'react';

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
  return useSyncExternalStore(subscribe, areShortcutsOn, areShortcutsOn);
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

const takesText = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const openDialog = '[role="dialog"], [role="alertdialog"]';

/** Whether a key is meant for nothing else. */
export function isFree({ ctrlKey, metaKey, altKey, target, isComposing, defaultPrevented }: KeyboardEvent): boolean {
  return (
    !defaultPrevented &&
    !(ctrlKey || metaKey || altKey || isComposing) &&
    !(target instanceof Element && target.closest(takesText)) &&
    document.querySelector(openDialog) === null
  );
}

/** Does something at a single key, unless the key is meant for something else. */
export function useShortcut(key: string, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !areShortcutsOn() || !isFree(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
