import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MessageResponse } from '#contract/answers.ts';
import { settingsMessages } from '#messages/pages/settings.ts';
import { useAccountChange } from '#web/features/settings/account.ts';
import { ConfirmDialog } from '#web/features/settings/settings-part.tsx';
import { showToast } from '#web/lib/toast.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';

/** What was removed can be undone where the answer says how. */
type Removed = MessageResponse & { readonly undo?: string | null };

interface RemovalDialogProps<Answer extends Removed> {
  send: () => Promise<Answer>;
  /** Draws it. Left out: everything about the account is asked for again. */
  show?: (client: QueryClient, answer: Answer) => unknown;
  title: ReactNode;
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
export function RemovalDialog<Answer extends Removed>({
  send,
  show,
  failure,
  onDone: goOn,
  onClose,
  ...texts
}: RemovalDialogProps<Answer>) {
  const client = useQueryClient();
  const onDone = (answer: Answer): void => {
    showToast({ title: answer.message, ...undoAction(client, answer.undo ?? null) });
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
