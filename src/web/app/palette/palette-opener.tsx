import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { User } from '#contract/sign-in.ts';
import { useShortcut } from '#web/features/aliases/shortcuts.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

const Palette = lazyPart(
  async () => (await import('#web/app/palette/palette.tsx')).Palette,
  () => null,
);
const ShortcutDialog = lazyPart(
  async () => (await import('#web/features/aliases/shortcut-dialog.tsx')).ShortcutDialog,
  () => null,
);

const openDialog = '[role="dialog"], [role="alertdialog"]';

/**
 * What keys open on every page of an account: the palette, and the list of all keys. Gives what opens the palette;
 * null for whoever is leaving, or waits for the operator: there is nothing to look for.
 */
export function usePalette(user: User): { open: (() => void) | null; drawn: ReactNode } {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null);
  const [acts] = useState(() => ({
    open: () => setShown('palette'),
    help: () => setShown('shortcuts'),
    close: () => setShown(null),
  }));
  const isFull = (user.leavingUntil ?? user.waitingSince) === undefined;
  useShortcut('?', acts.help);
  useEffect(() => {
    if (!isFull) return;
    const press = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return;
      // The browser's own meaning of it is not asked for, whatever is open.
      event.preventDefault();
      if (document.querySelector(openDialog) === null) acts.open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isFull, acts]);
  const drawn = (
    <Suspense>
      {shown === 'palette' && <Palette user={user} onClose={acts.close} onShortcuts={acts.help} />}
      {shown === 'shortcuts' && <ShortcutDialog onClose={acts.close} />}
    </Suspense>
  );
  return { open: isFull ? acts.open : null, drawn };
}
