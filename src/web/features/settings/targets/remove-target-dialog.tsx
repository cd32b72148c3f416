import type { AccountTarget } from '#contract/targets.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { removeTarget } from '#web/features/settings/targets/targets.ts';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { showToast } from '#web/lib/toast.ts';

interface RemoveTargetDialogProps {
  target: AccountTarget;
  onClose: () => void;
  /** What has the focus once the button that was clicked is gone. */
  returnFocus: () => HTMLElement | null;
}

export function RemoveTargetDialog({ target, onClose, returnFocus }: RemoveTargetDialogProps) {
  const { change, isPending } = useAccountChange({
    send: removeTarget,
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'The target could not be removed',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Remove ${target.value}?`}
      description="No alias forwards to it any more. If it is the only target of an alias, change or delete that alias first."
      cancelText="Keep it"
      confirmText="Remove"
      busyText="Removing..."
      busy={isPending}
      returnFocus={returnFocus}
      onConfirm={() => void change(target.id).then(onClose)}
    />
  );
}
