import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Alias } from '#contract/aliases.ts';
import type { AliasPanelName, OpenPart, OpenRow } from '#web/features/aliases/list/use-open-rows.ts';

export interface AliasRowProps {
  alias: Alias;
  open: OpenPart | null;
  /** This and the next must stay the same functions, so that a row is drawn again only when it has changed. */
  onOpen: OpenRow;
  onDelete: (alias: Alias) => void;
}

/** Opens and closes the parts of one alias. After an edit the focus is back where it began. */
export function useAliasRow({ alias: { id }, open, onOpen }: AliasRowProps) {
  const editButton = useRef<HTMLButtonElement>(null);
  return {
    editButton,
    startEdit: () => onOpen(id, 'edit'),
    togglePanel: (panel: AliasPanelName) => onOpen(id, open === panel ? null : panel),
    endEdit: () => {
      flushSync(() => onOpen(id, null));
      editButton.current?.focus();
    },
  };
}
