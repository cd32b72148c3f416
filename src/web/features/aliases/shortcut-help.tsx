import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { setShortcutsOn, useShortcutsOn, useShortcut } from '#web/features/aliases/shortcuts.ts';

const shortcuts = [
  { keys: 'n', does: 'New alias' },
  { keys: '/', does: 'Search aliases' },
  { keys: '?', does: 'This help' },
  { keys: 'Enter', does: 'Save an edited alias' },
  { keys: 'Esc', does: 'Cancel editing' },
  { keys: 'F8', does: 'Go to the latest notice' },
];

/** The button that shows which keys do what, and a way to switch the single ones off. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  const on = useShortcutsOn();
  useShortcut('?', () => setOpen(true));

  return (
    <>
      <div className="-mr-3 hidden md:block">
        <IconButton label="Keyboard shortcuts" onClick={() => setOpen(true)}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
      {open && (
        <Dialog
          title="Keyboard shortcuts"
          description="On the dashboard, outside text fields."
          onClose={() => setOpen(false)}
        >
          <dl className="mt-4 divide-y divide-line">
            {shortcuts.map(({ keys, does }) => (
              <div key={keys} className="flex items-center justify-between gap-4 py-2">
                <dt>{does}</dt>
                <dd>
                  <kbd className="inline-grid h-7 min-w-7 place-items-center rounded-mark border border-edge px-2 font-sans text-small">
                    {keys}
                  </kbd>
                </dd>
              </div>
            ))}
          </dl>
          <div className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-4">
            <span className="text-small">Single-key shortcuts</span>
            <Switch label="Single-key shortcuts" checked={on} busy={false} onChange={setShortcutsOn} />
          </div>
        </Dialog>
      )}
    </>
  );
}
