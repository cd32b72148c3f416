import type { ApiKey } from '#contract/api-keys.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { revokeApiKey } from '#web/features/settings/api-keys/api-keys.ts';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { showToast } from '#web/lib/toast.ts';

interface RevokeKeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
  /** What has the focus once the button that was clicked is gone. */
  returnFocus: () => HTMLElement | null;
}

export function RevokeKeyDialog({ apiKey, onClose, returnFocus }: RevokeKeyDialogProps) {
  const { change, isPending } = useAccountChange({
    send: revokeApiKey,
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'The key could not be revoked',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Revoke ${apiKey.name}?`}
      description="The program that uses it loses its access at once. The aliases it made stay."
      cancelText="Keep it"
      confirmText="Revoke"
      busyText="Revoking..."
      busy={isPending}
      returnFocus={returnFocus}
      onConfirm={() => void change(apiKey.id).then(onClose)}
    />
  );
}
