import { useRef } from 'react';

interface ReturnFocus {
  readonly onOpenAutoFocus: () => void;
  readonly onCloseAutoFocus: (event: Event) => void;
}

/**
 * Focus management of a dialog without a trigger of its own: the focus goes back to what had it before; when that is gone to
 * `instead`, else to the page.
 */
export function useReturnFocus(instead?: () => HTMLElement | null): ReturnFocus {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const before = opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null;
      (before ?? instead?.() ?? document.getElementById('main'))?.focus();
    },
  };
}
