import { useCallback, useState, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Alias, AliasDeliveries } from '#contract/aliases.ts';
import { useRowKeys } from '#web/features/aliases/found/row-keys.ts';
import type { Sort } from '#web/features/aliases/found/shown.ts';
import type { Selection } from '#web/features/aliases/list/many/selection.ts';

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
  useRowKeys((aliasId) => openRow(aliasId, 'edit'));
  return { openRows, openRow };
}

export interface AliasRowProps {
  alias: Alias;
  deliveries: AliasDeliveries | undefined;
  open: OpenPart | null;
  /** This and all that follows must stay the same, so that a row is drawn again only when it has changed. */
  onOpen: OpenRow;
  onDelete: (alias: Alias) => void;
  selection: Selection;
}

/** Rows of a page that a window shows at first. What is out of sight in one of them would be left out, and then push the others down. */
export const rowsAtFirst = 12;

/** One of a page. `isFar`: behind those that are seen at first. */
export interface PlacedRowProps extends AliasRowProps {
  isFar: boolean;
}

export interface Sorting {
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** Of the list, as a table or as cards. */
export interface AliasViewProps extends Sorting {
  selection: Selection;
  rows: readonly AliasRowProps[];
}

/** Opens and closes the parts of one alias. Closed by what stands in it, it gives the focus back to where it began. */
export function useAliasRow({ alias: { id }, open, onOpen }: AliasRowProps) {
  /** Of its menu. */
  const button = useRef<HTMLButtonElement>(null);
  return {
    button,
    startEdit: () => onOpen(id, 'edit'),
    togglePanel: (panel: AliasPanelName) => onOpen(id, open === panel ? null : panel),
    close: () => {
      flushSync(() => onOpen(id, null));
      button.current?.focus();
    },
  };
}
