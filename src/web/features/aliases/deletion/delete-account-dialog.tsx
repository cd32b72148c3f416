import { useState } from 'react';
import type { User } from '#contract/sign-in.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useDeleteAccount } from '#web/features/aliases/deletion/delete-account.ts';

const typedWord = 'DELETE';
const lost = ['All aliases and forwarding', 'Account settings and data', 'All personal information'];

interface DeleteAccountDialogProps {
  user: User;
  onClose: () => void;
}

export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('');
  const { deleteAccount, isBusy } = useDeleteAccount(user, onClose);
  const locked = typed.trim().toUpperCase() !== typedWord;

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Delete your account?"
      description="This is deleted for good:"
      cancelText="Cancel"
      confirmText="Delete Account"
      busyText="Deleting..."
      busy={isBusy}
      locked={locked}
      onConfirm={() => void deleteAccount()}
    >
      <ul className="mt-2 mb-5 list-disc pl-5 text-soft marker:text-gone">
        {lost.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!locked) void deleteAccount();
        }}
      >
        <Field label={`Type ${typedWord} to confirm`}>
          {(control) => (
            <Input
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              {...control}
            />
          )}
        </Field>
      </form>
    </ConfirmDialog>
  );
}
