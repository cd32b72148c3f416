import { useEffect, type RefObject } from 'react';
import type { Alias } from '#contract/aliases.ts';

/** The way from the list to the page of an alias, which is told so: the way back is one step in the browser's history. */
export function linkTo({ id }: Alias) {
  return { to: `/aliases/${id}`, state: { isFromList: true } };
}

interface ListEntry {
  /** The alias whose page was opened from this entry of the history. */
  readonly openedAlias?: string;
}

function readEntry(): ListEntry | null {
  return window.history.state as ListEntry | null;
}

/** Remembers with the list whose page is opened from it; undefined forgets it. */
export function noteOpened(openedAlias: string | undefined): void {
  window.history.replaceState({ ...readEntry(), openedAlias }, '');
}

/** For each row: who comes back from its page finds it in sight, and the focus on its menu. */
export function useReturn(aliasId: string, menu: RefObject<HTMLButtonElement | null>): void {
  useEffect(() => {
    if (readEntry()?.openedAlias !== aliasId) return undefined;
    // Behind what every page does on arrival: it begins at its top.
    const frame = requestAnimationFrame(() => {
      noteOpened(undefined);
      menu.current?.focus({ preventScroll: true });
      menu.current?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [aliasId, menu]);
}
