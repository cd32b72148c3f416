import { useState } from 'react';
import type { WebhookResult } from '#contract/targets.ts';
import { webhookMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { useWebhookCall, replayWaiting, sendTest } from '#web/lib/calls/webhooks.ts';
import { showToast } from '#web/lib/toast.ts';

/** Posts a test event and tells what came of it; sends what waits once more. */
export function WebhookTest({ targetId, title }: { targetId: string; title: string }) {
  const [result, setResult] = useState<WebhookResult | null>(null);
  const test = useWebhookCall({
    send: sendTest,
    onDone: (answer) => setResult(answer.result),
    failure: webhookMessages.testFailure,
  });
  const replay = useWebhookCall({
    send: replayWaiting,
    onDone: ({ message }) => showToast({ title: message }),
    failure: webhookMessages.replayFailure,
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="text-small font-semibold">{title}</h3>
      <div className="flex flex-wrap gap-2">
        <Button look="plain" size="small" disabled={test.isPending} onClick={() => void test.call(targetId)}>
          {test.isPending ? webhookMessages.sending : webhookMessages.test}
        </Button>
        <Button look="plain" size="small" disabled={replay.isPending} onClick={() => void replay.call(targetId)}>
          {replay.isPending ? webhookMessages.sending : webhookMessages.replay}
        </Button>
      </div>
      <div role="status" className="text-small">
        {result && !test.isPending && (
          <>
            <Chip tone={result.delivered ? 'on' : 'waiting'}>
              {result.delivered ? webhookMessages.taken : webhookMessages.notTaken}
            </Chip>
            <p className="text-soft">{result.message}</p>
          </>
        )}
      </div>
    </div>
  );
}
