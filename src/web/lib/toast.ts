import { useSyncExternalStore } from 'react';
import { requestMessages } from '#messages/pages/shell.ts';
import { explain, RequestError } from '#web/lib/request.ts';

export interface ToastText {
  title: string;
  description?: string;
  tone?: 'plain' | 'destructive';
  /** A button; the toast then stays longer. */
  action?: ToastAction;
}

export interface ToastAction {
  text: string;
  /** Where else to find it, for whoever cannot reach the toast in time. */
  elsewhere: string;
  run: () => void;
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

/** Closes a toast that tells of a fault, where what it is about leaves the screen. */
export function dismissFault(): void {
  if (held?.tone === 'destructive') dismissToast(held.id);
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

function describeRateLimit({ message, body }: RequestError): string {
  return body.resetTime === undefined
    ? message
    : requestMessages.rateLimitedUntil(message, describeTime(new Date(body.resetTime)));
}

/** Tomorrow's time needs its day. */
function describeTime(time: Date): string {
  return time.toDateString() === new Date().toDateString()
    ? time.toLocaleTimeString(__LOCALE__)
    : time.toLocaleString(__LOCALE__, { weekday: 'long', hour: '2-digit', minute: '2-digit' });
}

/** What is wrong with a field, where there is no place beside it. */
function describeField(error: unknown): string | undefined {
  return error instanceof RequestError ? Object.values(error.fieldErrors ?? {}).flat()[0] : undefined;
}

/** Tells in a toast why something failed: in the server's words where it gave some, else in `fallback`. */
export function reportFailure(error: unknown, title: string, fallback: string): void {
  if (error instanceof RequestError && error.body.rateLimited) {
    showToast({ title: requestMessages.rateLimited, description: describeRateLimit(error), tone: 'destructive' });
  } else {
    showToast({ title, description: describeField(error) ?? explain(error, fallback), tone: 'destructive' });
  }
}
