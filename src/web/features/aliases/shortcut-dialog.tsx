import { shortcutMessages } from '#messages/pages/aliases.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Switch } from '#web/components/ui/switch.tsx';
import { setShortcutsOn, useShortcutsOn } from '#web/features/aliases/shortcuts.ts';

const isApple = /Mac|iPhone|iPad/u.test(navigator.platform);

const shortcuts = [
  { keys: 'n', does: shortcutMessages.newAlias },
  { keys: '/', does: shortcutMessages.search },
  { keys: 'x', does: shortcutMessages.select },
  { keys: 'Shift ↓ ↑', does: shortcutMessages.extend },
  { keys: 'j k ↓ ↑', does: shortcutMessages.rows },
  { keys: 'Enter', does: shortcutMessages.openRow },
  { keys: 'c', does: shortcutMessages.copy },
  { keys: 'p', does: shortcutMessages.pause },
  { keys: 'e', does: shortcutMessages.edit },
  { keys: isApple ? '⌘ K' : 'Ctrl K', does: shortcutMessages.palette },
  { keys: '?', does: shortcutMessages.help },
  { keys: 'Enter', does: shortcutMessages.save },
  { keys: 'Esc', does: shortcutMessages.cancel },
  { keys: 'F8', does: shortcutMessages.notice },
];

/** Which keys do what, and a way to switch the single ones off. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  const on = useShortcutsOn();
  return (
    <Dialog title={shortcutMessages.title} description={shortcutMessages.description} onClose={onClose}>
      <dl className="mt-4 divide-y divide-line">
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt>{does}</dt>
            <dd>
              <kbd className="inline-grid h-7 min-w-7 place-items-center rounded-mark border border-edge px-2 font-sans text-small whitespace-nowrap">
                {keys}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex items-center justify-between gap-4 border-t border-line pt-4">
        <span className="text-small">{shortcutMessages.singleKeys}</span>
        <Switch label={shortcutMessages.singleKeys} checked={on} busy={false} onChange={setShortcutsOn} />
      </div>
    </Dialog>
  );
}
