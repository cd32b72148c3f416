import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

/** POST, so that the token stands in no address and in no log. */
function targetLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['target-link', token],
    queryFn: ({ signal }) => request('POST /api/targets/link', { payload: { token }, signal }),
  });
}

export function useTargetLink(token: string) {
  return useQuery(targetLinkQuery(token));
}

/** What the owner of an inbox may say, and the state it leads to. */
const outcomes = { confirm: 'confirmed', stop: 'stopped' } as const;

export function useAnswerTargetLink(token: string, answer: keyof typeof outcomes) {
  return useMutation({
    mutationFn: () => request(`POST /api/targets/${answer}`, { payload: { token } }),
    onSuccess: (_answer, _payload, _result, { client }) => {
      client.setQueryData(
        targetLinkQuery(token).queryKey,
        (held) => held && { link: { ...held.link, state: outcomes[answer] } },
      );
      // The address may be the account's own: more than aliases shows it.
      tellOtherTabs('session');
      return client.invalidateQueries({ queryKey: [ownKey] });
    },
  });
}
