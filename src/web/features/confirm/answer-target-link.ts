import { useMutation } from '@tanstack/react-query';
import type { MessageResponse } from '#contract/answers.ts';
import { targetLinkQuery } from '#web/features/confirm/get-target-link.ts';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';

/** What the owner of an inbox may say, and the state it leads to. */
const outcomes = { confirm: 'confirmed', stop: 'stopped' } as const;

export function useAnswerTargetLink(token: string, answer: keyof typeof outcomes) {
  return useMutation({
    mutationFn: () => request<MessageResponse>(`/api/targets/${answer}`, { method: 'POST', payload: { token } }),
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
