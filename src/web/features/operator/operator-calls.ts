import { queryOptions, useMutation, type QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
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

/** Looks once, and reads the list of what operators did again: the look stands in it. */
async function look<Answer>(
  { client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>,
  call: (options: { signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const answer = await call({ signal });
  void client.invalidateQueries({ queryKey: logQuery.queryKey });
  return answer;
}

/** Forgotten when its section is left: the next look is another one. */
const once = { gcTime: 0 };

export const reportsQuery = queryOptions({
  ...once,
  queryKey: [ownKey, 'operator', 'reports'],
  queryFn: (context) => look(context, (options) => requestConfirmed('GET /api/operator/reports', options)),
});

export const waitingQuery = queryOptions({
  ...once,
  queryKey: [ownKey, 'operator', 'waiting'],
  queryFn: (context) => look(context, (options) => requestConfirmed('GET /api/operator/waiting', options)),
});

export const blocksQuery = queryOptions({
  ...once,
  queryKey: [ownKey, 'operator', 'blocks'],
  queryFn: (context) => look(context, (options) => requestConfirmed('GET /api/operator/blocks', options)),
});

export const volumeQuery = queryOptions({
  ...once,
  queryKey: [ownKey, 'operator', 'volume'],
  queryFn: (context) => look(context, (options) => requestConfirmed('GET /api/operator/volume', options)),
});

export const mailReportsQuery = queryOptions({
  ...once,
  queryKey: [ownKey, 'operator', 'mail-reports'],
  queryFn: (context) => look(context, (options) => requestConfirmed('GET /api/operator/mail-reports', options)),
});

export const healthQuery = queryOptions({
  ...once,
  queryKey: [ownKey, 'operator', 'health'],
  queryFn: (context) => look(context, (options) => requestConfirmed('GET /api/operator/health', options)),
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
