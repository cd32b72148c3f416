import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InboxPosted } from '#contract/inbox.ts';
import { inboxWritingMessages as texts } from '#messages/pages/inbox.ts';
import { explain, request } from '#web/lib/request.ts';

/** Sends something that arrives here. Fails in words that can stand at a field. */
function usePost<Given>(post: (given: Given) => Promise<InboxPosted>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => {
      const posted = await post(given).catch((error: unknown) => {
        throw new Error(explain(error, texts.notSent), { cause: error });
      });
      if (!posted.accepted) throw new Error(describeFault(posted));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['inbox'], exact: true }),
  });
}

function describeFault({ fault, reply }: InboxPosted): string {
  switch (fault) {
    case 'unknown':
    case 'elsewhere':
    case 'unconfirmed':
    case 'unreachable':
      return texts[fault];
    default:
      return texts.refused(reply);
  }
}

/** Answers a message as the inbox that got it. */
export function useReply(id: string) {
  return usePost((text: string) => request('POST /api/inbox/{id}/reply', { params: { id }, payload: { text } }));
}

/** Writes to an alias as a stranger. */
export function useSendTest() {
  return usePost((alias: string) => request('POST /api/inbox/tests', { payload: { alias } }));
}
