import type { QueryClient } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/answers.ts';
import { settingsMessages } from '#messages/pages/settings.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { showToast } from '#web/lib/toast.ts';

interface RemovalDialogProps<Answer extends MessageResponse> {
  send: () => Promise<Answer>;
  /** Draws it. Left out: everything about the account is asked for again. */
  show?: (client: QueryClient, answer: Answer) => unknown;
  title: string;
  description: string;
  /** What is told when it fails. */
  failure: string;
  confirmText?: string;
  busyText?: string;
  /** Goes on with what the answer holds beside its message. */
  onDone?: (answer: Answer) => void;
  onClose: () => void;
  /** What has the focus once the button that was clicked is gone. */
  returnFocus: () => HTMLElement | null;
}

/** Asks before something leaves the account, takes it away and tells so. */
export function RemovalDialog<Answer extends MessageResponse>({
  send,
  show,
  failure,
  onDone: goOn,
  onClose,
  ...texts
}: RemovalDialogProps<Answer>) {
  const onDone = (answer: Answer): void => {
    showToast({ title: answer.message });
    goOn?.(answer);
  };
  const { change, isPending } = useAccountChange({ send, onDone, failure, ...(show && { show }) });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      cancelText={settingsMessages.keepIt}
      confirmText={settingsMessages.remove}
      busyText={settingsMessages.removing}
      busy={isPending}
      onConfirm={() => void change(undefined).then(onClose)}
      {...texts}
    />
  );
}
