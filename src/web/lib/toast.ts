import { useSyncExternalStore } from 'react';

export interface ToastText {
  title: string;
  description?: string;
  tone?: 'plain' | 'destructive';
}

export interface HeldToast extends ToastText {
  id: number;
  open: boolean;
}

const removeDelayMs = 1_000;

let held: HeldToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

const hold = (next: HeldToast | null): void => {
  held = next;
  for (const listener of listeners) listener();
};

/** Shows a toast in the place of the one before: at most one is held. */
export const showToast = (text: ToastText): void => {
  lastId += 1;
  hold({ ...text, id: lastId, open: true });
};

/** Closes a toast, and removes it once it has left the screen. */
export const dismissToast = (id: number): void => {
  if (held?.id !== id || !held.open) return;
  hold({ ...held, open: false });
  setTimeout(() => {
    if (held?.id === id) hold(null);
  }, removeDelayMs);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const readHeld = (): HeldToast | null => held;

export const useHeldToast = (): HeldToast | null => useSyncExternalStore(subscribe, readHeld, readHeld);
