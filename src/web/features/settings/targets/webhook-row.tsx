import type { AccountTarget } from '#contract/targets.ts';
import { webhookMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { WebhookTest } from '#web/components/webhook-test.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { TargetRow } from '#web/features/settings/targets/target-row.tsx';
import { WebhookSecretPart } from '#web/features/settings/targets/webhook-secret.tsx';
import { enableWebhook } from '#web/lib/calls/webhooks.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { showTarget } from '#web/lib/aliases/held-aliases.ts';
import { nameControl } from '#web/lib/name-control.ts';
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
            {target.state !== 'pending' && <WebhookTest targetId={target.id} title={webhookMessages.delivery} />}
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
      size="small"
      disabled={isPending}
      aria-label={nameControl(webhookMessages.verify, target.value)}
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
      size="small"
      disabled={isPending}
      aria-label={nameControl(webhookMessages.enable, target.value)}
      onClick={() => void change(target.id)}
    >
      {isPending ? webhookMessages.enabling : webhookMessages.enable}
    </Button>
  );
}
