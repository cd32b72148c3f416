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

function hold(next: HeldToast | null): void {
  held = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in the place of the one before: at most one is held. */
export function showToast(text: ToastText): void {
  lastId += 1;
  hold({ ...text, id: lastId, open: true });
}

/** Closes a toast, and removes it once it has left the screen. */
export function dismissToast(id: number): void {
  if (held?.id !== id || !held.open) return;
  hold({ ...held, open: false });
  setTimeout(() => {
    if (held?.id === id) hold(null);
  }, removeDelayMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readHeld(): HeldToast | null {
  return held;
}

export function useHeldToast(): HeldToast | null {
  return useSyncExternalStore(subscribe, readHeld, readHeld);
}
