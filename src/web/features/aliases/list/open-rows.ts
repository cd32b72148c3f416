import { useCallback, useState, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Alias } from '#contract/aliases.ts';
import type { Sort } from '#web/features/aliases/found/shown.ts';

/** What opens beneath an alias. */
export type AliasPanelName = 'smtp' | 'mail';

export type OpenPart = 'edit' | AliasPanelName;

/** `null` closes. */
export type OpenRow = (aliasId: string, part: OpenPart | null) => void;

/** What is open in which alias of the list. */
export function useOpenRows() {
  const [openRows, setOpenRows] = useState<ReadonlyMap<string, OpenPart>>(new Map());
  const openRow: OpenRow = useCallback((aliasId, part) => {
    setOpenRows((before) => {
      const after = new Map(before);
      if (part === null) after.delete(aliasId);
      else after.set(aliasId, part);
      return after;
    });
  }, []);
  return { openRows, openRow };
}

export interface AliasRowProps {
  alias: Alias;
  open: OpenPart | null;
  /** This and the next must stay the same functions, so that a row is drawn again only when it has changed. */
  onOpen: OpenRow;
  onDelete: (alias: Alias) => void;
}

export interface Sorting {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Of the list, as a table or as cards. */
export interface AliasViewProps extends Sorting {
  rows: readonly AliasRowProps[];
}

/** Opens and closes the parts of one alias. After an edit the focus is back where it began. */
export function useAliasRow({ alias: { id }, open, onOpen }: AliasRowProps) {
  /** Of its menu. */
  const button = useRef<HTMLButtonElement>(null);
  return {
    button,
    startEdit: () => onOpen(id, 'edit'),
    togglePanel: (panel: AliasPanelName) => onOpen(id, open === panel ? null : panel),
    endEdit: () => {
      flushSync(() => onOpen(id, null));
      button.current?.focus();
    },
  };
}
