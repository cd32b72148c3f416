import type { Credential } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';
import { smtpMessages as texts } from '#messages/pages/aliases.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useDeleteCredential, useRegeneratePassword } from '#web/features/aliases/smtp/credentials.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface CredentialDialogProps {
  credential: Credential;
  onClose: () => void;
}

/** A new password shuts out every mail program that knows the old one. */
export function RegenerateDialog(props: CredentialDialogProps & { onPassword: (password: string) => void }) {
  const { credential, onClose, onPassword } = props;
  const { mutateAsync, isPending } = useRegeneratePassword(credential);

  const regenerate = useSingleRun(async () => {
    try {
      const answer = await mutateAsync();
      onPassword(answer.credential.password);
      showToast({
        title: texts.regenerated,
        description: texts.regeneratedDescription(limits.smtpPasswordShownMs / 1000),
      });
    } catch (error) {
      reportFailure(error, texts.failed, texts.regenerateFailure);
    }
    onClose();
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={texts.regenerateQuestion}
      description={texts.regenerateDescription(credential.username)}
      cancelText={texts.keepIt}
      confirmText={texts.confirmRegenerate}
      busyText={texts.regenerating}
      busy={isPending}
      onConfirm={() => void regenerate()}
    />
  );
}

export function DeleteCredentialDialog(props: CredentialDialogProps & { onDeleted: () => void }) {
  const { credential, onClose, onDeleted } = props;
  const { mutateAsync, isPending } = useDeleteCredential(credential);

  const remove = useSingleRun(async () => {
    try {
      await mutateAsync();
      onDeleted();
      showToast({ title: texts.removed });
    } catch (error) {
      reportFailure(error, texts.failed, texts.removeFailure);
    }
    onClose();
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={texts.removeQuestion}
      description={texts.removeDescription(credential.username)}
      cancelText={texts.keepThem}
      confirmText={texts.remove}
      busyText={texts.removing}
      busy={isPending}
      onConfirm={() => void remove()}
    />
  );
}
