import { useState } from 'react';
import type { AccountTarget, WebhookResult } from '#contract/targets.ts';
import { webhookMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { TargetRow } from '#web/features/settings/targets/target-row.tsx';
import { WebhookSecretPart } from '#web/features/settings/targets/webhook-secret.tsx';
import { enableWebhook, useWebhookCall, replayWaiting, sendTest } from '#web/features/settings/targets/webhooks.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { showTarget } from '#web/lib/aliases/held-aliases.ts';
import { useVerifyWebhook } from '#web/lib/targets.ts';
import { showToast } from '#web/lib/toast.ts';

interface WebhookRowProps {
  target: AccountTarget;
  onRemove: () => void;
}

/** A webhook among the targets; its secret and its tests open beneath it. */
export function WebhookRow({ target, onRemove }: WebhookRowProps) {
  const { signedWebhooks = false } = useConfig()?.features ?? {};
  return (
    <TargetRow
      target={target}
      actions={
        <>
          {target.state === 'pending' && <VerifyButton target={target} />}
          {target.state === 'disabled' && <EnableButton target={target} />}
        </>
      }
      details={
        signedWebhooks && (
          <div className="grid gap-6 xl:grid-cols-2">
            <WebhookSecretPart target={target} />
            {target.state !== 'pending' && <WebhookTest target={target} />}
          </div>
        )
      }
      onRemove={onRemove}
    />
  );
}

function VerifyButton({ target }: { target: AccountTarget }) {
  const { verify, isPending } = useVerifyWebhook();
  return (
    <Button
      look="plain"
      disabled={isPending}
      aria-label={webhookMessages.verifyOne(target.value)}
      onClick={() => void verify(target.id)}
    >
      {isPending ? webhookMessages.verifying : webhookMessages.verify}
    </Button>
  );
}

function EnableButton({ target }: { target: AccountTarget }) {
  const { change, isPending } = useAccountChange({
    send: enableWebhook,
    onDone: ({ message }) => showToast({ title: message, description: webhookMessages.enabled }),
    failure: webhookMessages.enableFailure,
    show: (client, answer) => showTarget(client, answer.target),
  });
  return (
    <Button
      look="plain"
      disabled={isPending}
      aria-label={webhookMessages.enableOne(target.value)}
      onClick={() => void change(target.id)}
    >
      {isPending ? webhookMessages.enabling : webhookMessages.enable}
    </Button>
  );
}

/** Posts a test event and tells what came of it; sends what waits once more. */
function WebhookTest({ target }: { target: AccountTarget }) {
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
      <h3 className="text-small font-semibold">{webhookMessages.delivery}</h3>
      <div className="flex flex-wrap gap-2">
        <Button look="plain" size="small" disabled={test.isPending} onClick={() => void test.call(target.id)}>
          {test.isPending ? webhookMessages.sending : webhookMessages.test}
        </Button>
        <Button look="plain" size="small" disabled={replay.isPending} onClick={() => void replay.call(target.id)}>
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
