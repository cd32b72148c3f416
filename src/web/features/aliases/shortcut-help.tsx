import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { shortcutMessages as texts } from '#messages/aliases.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { setShortcutsOn, useShortcutsOn, useShortcut } from '#web/features/aliases/shortcuts.ts';

const shortcuts = [
  { keys: 'n', does: texts.newAlias },
  { keys: '/', does: texts.search },
  { keys: '?', does: texts.help },
  { keys: 'Enter', does: texts.save },
  { keys: 'Esc', does: texts.cancel },
  { keys: 'F8', does: texts.notice },
];

/** The button that shows which keys do what, and a way to switch the single ones off. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  const on = useShortcutsOn();
  useShortcut('?', () => setOpen(true));

  return (
    <>
      <div className="-mr-3 hidden md:block">
        <IconButton label={texts.title} onClick={() => setOpen(true)}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
      {open && (
        <Dialog title={texts.title} description={texts.description} onClose={() => setOpen(false)}>
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
            <span className="text-small">{texts.singleKeys}</span>
            <Switch label={texts.singleKeys} checked={on} busy={false} onChange={setShortcutsOn} />
          </div>
        </Dialog>
      )}
    </>
  );
}
