import { useQuery } from '@tanstack/react-query';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import type { ManyDialogProps } from '#web/features/aliases/list/many/many-form.tsx';

interface DeleteManyProps extends ManyDialogProps {
  focusAfter: () => HTMLElement | null;
}

/** Asks once, with the number, and says how many of them are out of sight. */
export function DeleteManyDialog({ aliases, hidden, busy, onClose, onApply, focusAfter }: DeleteManyProps) {
  const binDays = useQuery(accountQuery).data?.account.binDays;
  const words = [
    ...(hidden > 0 ? [texts.removeHidden(hidden)] : []),
    texts.removeDescription,
    ...(binDays === undefined ? [] : [texts.binned(binDays)]),
  ];
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={texts.removeQuestion(aliases.length)}
      description={words.join(' ')}
      cancelText={texts.keep}
      confirmText={texts.confirmRemove(aliases.length)}
      busyText={texts.working}
      busy={busy}
      onConfirm={() => onApply({ delete: true }, onClose)}
      returnFocus={focusAfter}
    />
  );
}
