import type { Alias } from '#contract/aliases.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { useDeleteAlias } from '#web/features/aliases/delete-alias.ts';
import { explain } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

interface DeleteAliasDialogProps {
  alias: Alias;
  onClose: () => void;
}

export const DeleteAliasDialog = ({ alias, onClose }: DeleteAliasDialogProps) => {
  const deleteAlias = useDeleteAlias();
  const address = aliasAddress(alias);

  const confirm = async (): Promise<void> => {
    try {
      await deleteAlias.mutateAsync(alias);
      showToast({ title: 'Alias Deleted', description: `${address} no longer takes mail.` });
    } catch (error) {
      const description = explain(error, 'Failed to delete alias');
      showToast({ title: 'Deletion Failed', description, tone: 'destructive' });
    }
    onClose();
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !deleteAlias.isPending && onClose()}
      title={`Delete ${address}?`}
      description="Mail to it will be refused from now on. Nobody else can ever take this address; you can create it again."
      cancelText="Keep it"
      confirmText="Delete alias"
      busyText="Deleting..."
      busy={deleteAlias.isPending}
      onConfirm={() => void confirm()}
    />
  );
};
