import { useCallback, useSyncExternalStore } from 'react';

/** What is listed now, by id. */
interface Listed {
  /** All that are found, in their order. */
  readonly found: readonly string[];
  /** Those of them that are drawn. */
  readonly page: readonly string[];
}

/** Which aliases are selected, by id. It lives beside the list, so that a row is drawn again only when it is selected itself. */
export interface Selection {
  subscribe(listener: () => void): () => void;
  /** Another set after each change. */
  read(): ReadonlySet<string>;
  /** Tells it what is listed from now on. */
  list(listed: Listed): void;
  /** Selects one, or no longer; `asRange`: and all between it and the one before. */
  select(id: string, on: boolean, asRange?: boolean): void;
  selectAll(ids: readonly string[], on: boolean): void;
  /** Goes from a drawn one to the next above (-1) or below (1), and takes it along, or lets the left one go on the way back. Gives where that is. */
  extend(from: string, step: 1 | -1): string | null;
  /** Those that are gone are selected no more. */
  keep(present: readonly { readonly id: string }[]): void;
  clear(): void;
}

/** From one to another, whichever comes first; the other alone where the first one is not there. */
export function rangeBetween(order: readonly string[], one: string | null, other: string): string[] {
  const ends = [one === null ? -1 : order.indexOf(one), order.indexOf(other)].toSorted((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  return first === -1 ? [other] : order.slice(first, last + 1);
}

/** The set without some, or with them. */
function changed(before: ReadonlySet<string>, ids: readonly string[], on: boolean): Set<string> {
  const after = new Set(before);
  for (const id of ids) {
    if (on) after.add(id);
    else after.delete(id);
  }
  return after;
}

export function createSelection(): Selection {
  const listeners = new Set<() => void>();
  let selected: ReadonlySet<string> = new Set();
  let listed: Listed = { found: [], page: [] };
  /** Where a range begins, and where the last step led. */
  let anchor: string | null = null;
  let head: string | null = null;

  const hold = (next: ReadonlySet<string>): void => {
    selected = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => selected,
    list: (next) => {
      listed = next;
    },
    select: (id, on, asRange = false) => {
      const ids = asRange ? rangeBetween(listed.found, anchor, id) : [id];
      if (!asRange || anchor === null) anchor = id;
      head = id;
      hold(changed(selected, ids, on));
    },
    selectAll: (ids, on) => hold(changed(selected, ids, on)),
    extend: (from, step) => {
      const { page } = listed;
      const at = page.indexOf(from);
      if (at === -1) return null;
      if (head !== from || anchor === null || !page.includes(anchor)) anchor = from;
      const to = page[at + step] ?? from;
      const start = page.indexOf(anchor);
      const isBack = Math.abs(page.indexOf(to) - start) < Math.abs(at - start);
      head = to;
      hold(isBack ? changed(selected, [from], false) : changed(selected, [from, to], true));
      return to;
    },
    keep: (present) => {
      if (selected.size === 0) return;
      const ids = new Set(present.map(({ id }) => id));
      const gone = [...selected].filter((id) => !ids.has(id));
      if (gone.length > 0) hold(changed(selected, gone, false));
    },
    clear: () => {
      if (selected.size > 0) hold(new Set());
    },
  };
}

/** All that are selected. */
export function useSelected({ subscribe, read }: Selection): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, read, read);
}

/** Whether one of them is. */
export function useIsSelected({ subscribe, read }: Selection, id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => read().has(id), [read, id]),
  );
}
