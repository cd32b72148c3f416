import type { Credential } from '#contract/credentials.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import {
  useDeleteCredential,
  useRegeneratePassword,
  reportSmtpFailure,
} from '#web/features/aliases/smtp/credentials.ts';
import { showToast } from '#web/lib/toast.ts';
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
        title: 'Password Regenerated',
        description: 'New SMTP password generated. Copy it now as it will be hidden in 30 seconds.',
      });
    } catch (error) {
      reportSmtpFailure(error, 'Failed to regenerate password');
    }
    onClose();
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title="Make a new password?"
      description={`The one that your mail programs use for ${credential.username} stops working at once.`}
      cancelText="Keep it"
      confirmText="Regenerate"
      busyText="Regenerating..."
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
      showToast({ title: 'SMTP Credentials Deleted' });
    } catch (error) {
      reportSmtpFailure(error, 'Failed to delete SMTP credentials');
    }
    onClose();
  });

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title="Delete these SMTP credentials?"
      description={`No mail program can send as ${credential.username} any more. Mail to it is forwarded as before.`}
      cancelText="Keep them"
      confirmText="Delete"
      busyText="Deleting..."
      busy={isPending}
      onConfirm={() => void remove()}
    />
  );
}
