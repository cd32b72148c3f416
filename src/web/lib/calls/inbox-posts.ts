import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InboxPosted } from '#contract/inbox.ts';
import { inboxWritingMessages as texts } from '#messages/pages/inbox.ts';
import { addMark, type StepMark } from '#web/lib/aliases/first-steps.ts';
import { explain, request } from '#web/lib/request.ts';
import { useSession } from '#web/lib/session.ts';

/** Our own mail server did not take what was written. The message is one for people. */
export class PostFault extends Error {
  override readonly name = 'PostFault';
  readonly fault: InboxPosted['fault'];

  constructor(posted: InboxPosted) {
    super(describeFault(posted));
    this.fault = posted.fault;
  }
}

/** Sends something that arrives here, a first step of whoever is signed in. Fails in words that can stand at a field. */
function usePost<Given>(step: StepMark, post: (given: Given) => Promise<InboxPosted>) {
  const client = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: async (given: Given) => {
      const posted = await post(given).catch((error: unknown) => {
        throw new Error(explain(error, texts.notSent), { cause: error });
      });
      if (!posted.accepted) throw new PostFault(posted);
      if (user !== null) addMark(user.id, step);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['inbox'], exact: true }),
  });
}

/** Lets the server write to an alias of whoever is signed in. */
export function useTestOfAlias() {
  return usePost('test', (id: string) => request('POST /api/aliases/{id}/test', { params: { id } }));
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
  return usePost('reply', (text: string) =>
    request('POST /api/inbox/{id}/reply', { params: { id }, payload: { text } }),
  );
}

/** Writes to an alias as a stranger. */
export function useSendTest() {
  return usePost('test', (alias: string) => request('POST /api/inbox/tests', { payload: { alias } }));
}
