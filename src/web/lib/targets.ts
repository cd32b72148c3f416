import { useMutation } from '@tanstack/react-query';
import type { AliasTarget } from '#contract/aliases.ts';
import { targetStateMessages as texts } from '#messages/pages/targets.ts';
import { refreshAliases, showTarget } from '#web/lib/aliases/held-aliases.ts';
import { request } from '#web/lib/request.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Since when a target takes no mail, in the reader's way to write days; null for one that does. */
export function describeFailing(
  { kind, failingSince }: Pick<AliasTarget, 'kind' | 'failingSince'>,
  locale?: string,
): string | null {
  if (failingSince === null) return null;
  const day = new Date(failingSince).toLocaleDateString(locale ?? __LOCALE__, { day: 'numeric', month: 'short' });
  return kind === 'email' ? texts.refusesSince(day) : texts.failsSince(day);
}

/** Asks a target once more to confirm itself. */
export function useSendConfirmation() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (id: string) => request('POST /api/targets/{id}/confirmation', { params: { id } }),
  });
  const send = useSingleRun(async (targetId: string) => {
    try {
      const { message } = await mutateAsync(targetId);
      showToast({ title: message });
    } catch (error) {
      reportFailure(error, texts.notSent, texts.sendFailure);
    }
  });
  return { send, isPending };
}

/** Asks a webhook now to confirm itself, and tells what it answered. */
export function useVerifyWebhook() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (id: string) => request('POST /api/targets/{id}/verification', { params: { id } }),
    onSuccess: ({ target }, _id, _result, { client }) => showTarget(client, target),
    // It may have agreed elsewhere meanwhile.
    onError: (_error, _id, _result, { client }) => refreshAliases(client),
  });
  const verify = useSingleRun(async (targetId: string) => {
    try {
      const { result } = await mutateAsync(targetId);
      showToast(
        result.delivered
          ? { title: texts.verified, description: texts.verifiedDescription }
          : { title: texts.notVerified, description: result.message, tone: 'destructive' },
      );
    } catch (error) {
      reportFailure(error, texts.notVerified, texts.verifyFailure);
    }
  });
  return { verify, isPending };
}
