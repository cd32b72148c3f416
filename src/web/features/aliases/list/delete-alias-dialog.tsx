import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useDeleteAlias } from '#web/features/aliases/alias-calls.ts';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { reportUnconfirmed } from '#web/lib/confirm-identity.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { showToast } from '#web/lib/toast.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface DeleteAliasDialogProps {
  alias: Alias;
  onClose: () => void;
  /** What has the focus once the alias, and its button, are gone. */
  focusAfter: () => HTMLElement | null;
}

export function DeleteAliasDialog({ alias, onClose, focusAfter }: DeleteAliasDialogProps) {
  const deleteAlias = useDeleteAlias(alias);
  const address = aliasAddress(alias);
  const client = useQueryClient();
  const binDays = useQuery(accountQuery).data?.account.binDays;

  const confirm = useSingleRun(async () => {
    try {
      const { undo } = await deleteAlias.mutateAsync();
      recordEvent({ name: 'alias_deleted', category: 'aliases' });
      showToast({ title: texts.removed, description: texts.removedDescription(address), ...undoAction(client, undo) });
    } catch (error) {
      reportUnconfirmed(error, texts.notRemoved, texts.removeFailure);
    }
    onClose();
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !deleteAlias.isPending && onClose()}
      title={texts.removeQuestion(address)}
      description={`${texts.removeDescription}${binDays === undefined ? '' : ` ${texts.binned(binDays)}`}`}
      cancelText={texts.keep}
      confirmText={texts.confirmRemove}
      busyText={texts.removing}
      busy={deleteAlias.isPending}
      onConfirm={() => void confirm()}
      returnFocus={focusAfter}
    />
  );
}
