import type { AuthMethod } from '#contract/methods.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { removeMethod } from '#web/features/settings/methods/change-methods.ts';
import { methodNames } from '#web/features/settings/method-names.ts';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { showToast } from '#web/lib/toast.ts';

interface RemoveMethodDialogProps {
  method: AuthMethod;
  onClose: () => void;
  /** What has the focus once the button that was clicked is gone. */
  returnFocus: () => HTMLElement | null;
}

export function RemoveMethodDialog({ method, onClose, returnFocus }: RemoveMethodDialogProps) {
  const { change, isPending } = useAccountChange({
    send: () => removeMethod(method),
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'The sign-in method could not be removed',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Remove ${methodNames[method]}?`}
      description="It no longer opens this account. Your aliases and targets stay."
      cancelText="Keep it"
      confirmText="Remove"
      busyText="Removing..."
      busy={isPending}
      returnFocus={returnFocus}
      onConfirm={() => void change(undefined).then(onClose)}
    />
  );
}
