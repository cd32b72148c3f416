import { useMutation, useQuery, type QueryClient } from '@tanstack/react-query';
import { settingsMessages } from '#messages/pages/settings.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { reportUnconfirmed } from '#web/lib/confirm-identity.ts';
import { refreshSession } from '#web/lib/session.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export function useAccount() {
  return useQuery(accountQuery);
}

interface AccountChange<Input, Answer> {
  send: (input: Input) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** What is told when it fails. */
  failure: string;
  /** Tells a failure beside the fields of a form when it is about one of them; `true`: nothing is left to tell. */
  showFaults?: (error: unknown) => unknown;
  /** Draws it. Left out: everything about the account is asked for again. */
  show?: (client: QueryClient, answer: Answer) => unknown;
}

/** Changes something about the account. */
export function useAccountChange<Input, Answer>({
  send,
  onDone,
  failure,
  showFaults,
  show = refreshSession,
}: AccountChange<Input, Answer>) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (answer, _input, _result, { client }) => show(client, answer),
  });
  const change = useSingleRun(async (input: Input) => {
    try {
      onDone(await mutateAsync(input));
    } catch (error) {
      if (showFaults?.(error) !== true) reportUnconfirmed(error, settingsMessages.notChanged, failure);
    }
  });
  return { change, isPending };
}
