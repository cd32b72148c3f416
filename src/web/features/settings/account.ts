import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { settingsMessages } from '#messages/pages/settings.ts';
import { IdentityNotConfirmed } from '#web/features/settings/identity/confirm-identity.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { request } from '#web/lib/request.ts';
import { ownKey, refreshSession } from '#web/lib/session.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const accountQuery = queryOptions({
  queryKey: [ownKey, 'account'],
  queryFn: ({ signal }) => request('GET /api/account', { signal }),
});

export function useAccount() {
  return useQuery(accountQuery);
}

interface AccountChange<Input, Answer> {
  send: (input: Input) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** What is told when it fails. */
  failure: string;
  /** Tells a failure beside the fields of a form instead; false when it is about none of them. */
  showFaults?: (error: unknown) => boolean;
}

/** Changes something about the account, then asks for everything about it again. */
export function useAccountChange<Input, Answer>({ send, onDone, failure, showFaults }: AccountChange<Input, Answer>) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (_answer, _input, _result, { client }) => refreshSession(client),
  });
  const change = useSingleRun(async (input: Input) => {
    try {
      onDone(await mutateAsync(input));
    } catch (error) {
      if (error instanceof IdentityNotConfirmed || showFaults?.(error) === true) return;
      reportFailure(error, settingsMessages.notChanged, failure);
    }
  });
  return { change, isPending };
}
