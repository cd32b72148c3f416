import { useMutation } from '@tanstack/react-query';
import { reportFailure } from '#web/lib/report-failure.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface WebhookCall<Answer> {
  send: (targetId: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** What is told when it fails. */
  failure: string;
}

/** Does something about a webhook that changes nothing else on the page. */
export function useWebhookCall<Answer>({ send, onDone, failure }: WebhookCall<Answer>) {
  const { mutateAsync, isPending } = useMutation({ mutationFn: send });
  const call = useSingleRun(async (targetId: string) => {
    try {
      onDone(await mutateAsync(targetId));
    } catch (error) {
      reportFailure(error, 'Not Done', failure);
    }
  });
  return { call, isPending };
}
