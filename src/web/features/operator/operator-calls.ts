import { queryOptions, useMutation, type QueryClient } from '@tanstack/react-query';
import { operatorMessages as texts } from '#messages/pages/operator/operator.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { ownKey } from '#web/lib/session.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Read whenever the page is opened: it changes by itself. */
export const queueQuery = queryOptions({
  queryKey: [ownKey, 'operator', 'queue'],
  queryFn: ({ signal }) => requestConfirmed('GET /api/operator/queue', { signal }),
  staleTime: 0,
});

export const logQuery = queryOptions({
  queryKey: [ownKey, 'operator', 'log'],
  queryFn: ({ signal }) => requestConfirmed('GET /api/operator/log', { signal }),
  staleTime: 0,
});

/** Does something as an operator; the list of what operators did is read again. Failures are told. */
export function useOperatorAct<Input, Answer>(
  send: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer, client: QueryClient, input: Input) => void,
) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: send,
    onSuccess: async (answer, input, _result, { client }) => {
      onDone(answer, client, input);
      await client.invalidateQueries({ queryKey: logQuery.queryKey });
    },
  });
  const act = useSingleRun(async (input: Input) => {
    try {
      await mutateAsync(input);
    } catch (error) {
      reportUnconfirmed(error, texts.notDone, texts.failure);
    }
  });
  return { act, isPending };
}
