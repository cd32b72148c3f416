import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { User } from '#contract/sign-in.ts';
import { deleteAccountMessages as texts } from '#messages/pages/aliases.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { showNoAliases } from '#web/features/aliases/alias-calls.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { formatDay } from '#web/lib/format-time.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const leaveDelayMs = 2_000;

/** Deletes the account, says so, and leaves for the start a little later. */
function useDeleteAccount({ id }: User, onFailure: () => void) {
  const client = useQueryClient();
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: () => requestConfirmed('DELETE /api/account'),
  });

  const leave = async (): Promise<void> => {
    navigate('/');
    forgetSession(client);
  };

  const deleteAccount = useSingleRun(async () => {
    try {
      const { message } = await mutateAsync();
      showNoAliases(client, id);
      showToast({ title: texts.done, description: message });
      setTimeout(() => void leave(), leaveDelayMs);
    } catch (error) {
      reportUnconfirmed(error, texts.failed, texts.failure);
      onFailure();
    }
  });

  return { deleteAccount, isBusy: isPending || isSuccess };
}

interface DeleteAccountDialogProps {
  user: User;
  onClose: () => void;
}

/** Asks before the account goes. */
export function DeleteAccountDialog({ user, onClose }: DeleteAccountDialogProps) {
  const [typed, setTyped] = useState('');
  const [leavingEnd] = useState(() => new Date().setDate(new Date().getDate() + limits.leavingDays));
  const { deleteAccount, isBusy } = useDeleteAccount(user, onClose);
  const locked = typed.trim().toUpperCase() !== texts.word;

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title={texts.question}
      description={texts.lost(formatDay(leavingEnd, 'long'))}
      cancelText={texts.cancel}
      confirmText={texts.title}
      busyText={texts.deleting}
      busy={isBusy}
      locked={locked}
      onConfirm={() => void deleteAccount()}
    >
      <ul className="mt-2 mb-5 list-disc pl-5 text-soft marker:text-gone">
        {texts.losses.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!locked) void deleteAccount();
        }}
      >
        <Field label={texts.typeWord(texts.word)}>
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
