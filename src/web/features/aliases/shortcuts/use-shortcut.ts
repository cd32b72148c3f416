import { useEffect, useEffectEvent } from 'react';
import { areShortcutsOn } from '#web/features/aliases/shortcuts/shortcuts-setting.ts';

const takesText = 'input, textarea, select, [contenteditable]';
const openDialog = '[role="dialog"], [role="alertdialog"]';

function isFree({ ctrlKey, metaKey, altKey, target, isComposing }: KeyboardEvent): boolean {
  return (
    !(ctrlKey || metaKey || altKey || isComposing) &&
    !(target instanceof Element && target.closest(takesText)) &&
    document.querySelector(openDialog) === null
  );
}

/** Does something at a single key, unless the key is meant for something else. */
export function useShortcut(key: string, act: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !areShortcutsOn() || !isFree(event)) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
