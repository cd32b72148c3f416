import { Copy, Pencil, Send, SlidersHorizontal, Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import type { AliasPanelName, OpenPart } from '#web/features/aliases/list/open-rows.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { useConfig } from '#web/lib/get-config.ts';

interface AliasActionsProps {
  alias: Alias;
  editButton: Ref<HTMLButtonElement>;
  open: OpenPart | null;
  onEdit: () => void;
  onPanel: (panel: AliasPanelName) => void;
  onDelete: (alias: Alias) => void;
}

export function AliasActions({ alias, editButton, open, onEdit, onPanel, onDelete }: AliasActionsProps) {
  const address = aliasAddress(alias);
  const { contacts = false } = useConfig()?.features ?? {};
  return (
    <div className="-mx-3 -my-2 flex">
      <IconButton label={texts.copy(address)} onClick={() => void copyText(address)}>
        <Copy aria-hidden="true" />
      </IconButton>
      <IconButton ref={editButton} label={texts.edit(address)} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        label={texts.smtp(address)}
        aria-expanded={open === 'smtp'}
        className="aria-expanded:bg-well aria-expanded:text-ink"
        onClick={() => onPanel('smtp')}
      >
        <Send aria-hidden="true" />
      </IconButton>
      {contacts && (
        <IconButton
          label={texts.mail(address)}
          aria-expanded={open === 'mail'}
          className="aria-expanded:bg-well aria-expanded:text-ink"
          onClick={() => onPanel('mail')}
        >
          <SlidersHorizontal aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={texts.remove(address)}
        className="hover:bg-gone-wash hover:text-gone"
        onClick={() => onDelete(alias)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}
