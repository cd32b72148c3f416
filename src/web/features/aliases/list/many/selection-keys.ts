import { useEffect } from 'react';
import type { Selection } from '#web/features/aliases/list/many/selection.ts';
import { isFree, useShortcut } from '#web/features/aliases/shortcuts.ts';

/** The alias whose row has the focus. */
function findFocused(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-alias]')?.dataset['alias'] ?? null;
}

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** `x` selects the row that has the focus, shift and an arrow the next one, too, and Escape nothing any more. */
export function useSelectionKeys(selection: Selection): void {
  useShortcut('x', () => {
    const id = findFocused();
    if (id !== null) selection.select(id, !selection.read().has(id));
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isFree(event)) return;
      const step = event.shiftKey ? steps[event.key] : undefined;
      const id = findFocused();
      // In a form it means the form.
      const isInForm = event.target instanceof Element && event.target.closest('form') !== null;
      if (event.key === 'Escape' && !isInForm) {
        selection.clear();
      } else if (step !== undefined && id !== null) {
        event.preventDefault();
        const to = selection.extend(id, step);
        document.querySelector<HTMLElement>(`[data-alias="${to}"] [data-select]`)?.focus();
      }
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [selection]);
}
