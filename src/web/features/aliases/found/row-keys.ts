import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn, isFree } from '#web/features/aliases/shortcuts.ts';

function currentRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-alias]') ?? null;
}

/** The focus goes to the row as a whole, from which Tab leads on to what is in it. */
function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-alias]')];
  const current = currentRow();
  const at = current === null ? -1 : rows.indexOf(current);
  const row = rows[at < 0 ? 0 : Math.max(0, Math.min(at + by, rows.length - 1))];
  if (row === undefined) return;
  row.tabIndex = -1;
  row.focus();
}

type Act = (row: HTMLElement) => void;

function press(row: HTMLElement, control: string): void {
  row.querySelector<HTMLElement>(control)?.click();
}

const toRows: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 };
/** Inside a row Enter and the arrows are for what has the focus there. */
const ofTheRowAlone = new Set(['Enter', 'ArrowDown', 'ArrowUp']);

/** What a key does where the focus is now; null: nothing here. */
function findAct(key: string, acts: Readonly<Record<string, Act>>): (() => void) | null {
  const by = toRows[key];
  if (by !== undefined) return () => focusRow(by);
  const row = currentRow();
  const act = acts[key];
  if (row === null || act === undefined) return null;
  return ofTheRowAlone.has(key) && row !== document.activeElement ? null : () => act(row);
}

/** Keys by which one goes from row to row of the list, and does something with the one that is reached. */
export function useRowKeys(edit: (aliasId: string) => void): void {
  const editRow: Act = ({ dataset }) => dataset['alias'] !== undefined && edit(dataset['alias']);
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.shiftKey || !areShortcutsOn() || !isFree(event)) return;
    const act = findAct(event.key, {
      c: (row) => press(row, '[data-copies]'),
      p: (row) => press(row, '[role="switch"]'),
      e: editRow,
      Enter: (row) => press(row, 'a[href^="/aliases/"]'),
      ArrowDown: () => focusRow(1),
      ArrowUp: () => focusRow(-1),
    });
    if (act === null) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => listen(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
