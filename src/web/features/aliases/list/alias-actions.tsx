import { Copy, Pencil, Send, Trash2 } from 'lucide-react';
import type { Ref } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { copyText } from '#web/lib/copy-text.ts';

interface AliasActionsProps {
  alias: Alias;
  editButton: Ref<HTMLButtonElement>;
  smtpOpen: boolean;
  onEdit: () => void;
  onSmtp: () => void;
  onDelete: (alias: Alias) => void;
}

export const AliasActions = ({ alias, editButton, smtpOpen, onEdit, onSmtp, onDelete }: AliasActionsProps) => {
  const address = aliasAddress(alias);
  return (
    <div className="-mx-3 -my-2 flex">
      <IconButton label={`Copy ${address}`} onClick={() => void copyText(address)}>
        <Copy aria-hidden="true" />
      </IconButton>
      <IconButton ref={editButton} label={`Edit ${address}`} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`SMTP settings of ${address}`}
        aria-expanded={smtpOpen}
        className="aria-expanded:bg-well aria-expanded:text-ink"
        onClick={onSmtp}
      >
        <Send aria-hidden="true" />
      </IconButton>
      <IconButton
        label={`Delete ${address}`}
        className="hover:bg-gone-wash hover:text-gone"
        onClick={() => onDelete(alias)}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
};
