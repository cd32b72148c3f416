import { useCallback, useState } from 'react';

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
