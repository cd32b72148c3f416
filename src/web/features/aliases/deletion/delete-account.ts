import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { User } from '#contract/sign-in.ts';
import type { MessageResponse } from '#contract/answers.ts';
import { showNoAliases } from '#web/features/aliases/get-aliases.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { request } from '#web/lib/request.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const leaveDelayMs = 2_000;

/** Deletes the account, says so, and leaves for the start a little later. */
export function useDeleteAccount({ id }: User, onFailure: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync, isPending, isSuccess } = useMutation({
    mutationFn: () => request<MessageResponse>('/api/account', { method: 'DELETE' }),
  });

  const leave = async (): Promise<void> => {
    await navigate('/');
    forgetSession(client);
  };

  const deleteAccount = useSingleRun(async () => {
    try {
      const { message } = await mutateAsync();
      showNoAliases(client, id);
      showToast({ title: 'Account Deleted', description: message });
      setTimeout(() => void leave(), leaveDelayMs);
    } catch (error) {
      reportFailure(error, 'Deletion Failed', 'Failed to delete account');
      onFailure();
    }
  });

  return { deleteAccount, isBusy: isPending || isSuccess };
}
