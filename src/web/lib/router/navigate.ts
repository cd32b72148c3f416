import type { Place } from '#web/lib/router/place.ts';

interface HistoryEntry {
  readonly given?: unknown;
}

interface NavigateOptions {
  /** In the place of the entry of the history that is shown, which one cannot go back to. */
  readonly replace?: boolean;
  /** For the page that it leads to. Kept with the entry of the history, and not in the address. */
  readonly state?: unknown;
}

let visit = 0;
let tellRouter: () => void = () => undefined;
/** Called before a link leads on, while the entry of the history that is left can still be written. */
export const leaving = new Set<() => void>();

export function readPlace(): Place {
  const { pathname, search, hash } = window.location;
  const entry = window.history.state as HistoryEntry | null;
  return { pathname, search, hash, state: entry?.given ?? null, visit };
}

function arrive(): void {
  visit += 1;
  tellRouter();
}

/** Calls when the address has changed by a link, a page, or the browser's own buttons. @returns what ends that */
export function listen(listener: () => void): () => void {
  tellRouter = listener;
  window.addEventListener('popstate', arrive);
  return () => {
    tellRouter = () => undefined;
    window.removeEventListener('popstate', arrive);
  };
}

/** Leads to a page of ours without loading it anew. `to` may be a part of an address, as `?page=2` or `#end`. */
export function navigate(to: string, { replace = false, state }: NavigateOptions = {}): void {
  for (const listener of leaving) listener();
  const { href } = new URL(to, window.location.href);
  const entry: HistoryEntry = state === undefined ? {} : { given: state };
  if (replace) window.history.replaceState(entry, '', href);
  else window.history.pushState(entry, '', href);
  arrive();
}

export function goBack(): void {
  window.history.back();
}
