import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SettingsRow } from '#web/features/settings/settings-row.tsx';
import { TargetNote } from '#web/features/settings/targets/target-note.tsx';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { WebhookSecretPart } from '#web/features/settings/webhooks/webhook-secret.tsx';
import { WebhookTest } from '#web/features/settings/webhooks/webhook-test.tsx';
import { enableWebhook } from '#web/features/settings/webhooks/webhooks.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { showToast } from '#web/lib/toast.ts';
import { useVerifyWebhook } from '#web/lib/verify-webhook.ts';

interface WebhookRowProps {
  target: AccountTarget;
  onRemove: () => void;
}

/** A webhook among the targets; its secret and its tests open beneath it. */
export const WebhookRow = ({ target, onRemove }: WebhookRowProps) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { signedWebhooks = false } = useConfig()?.features ?? {};
  return (
    <SettingsRow
      title={target.value}
      note={<TargetNote target={target} />}
      below={
        open && (
          <div id={id} className="grid gap-6 rounded-box border border-line p-4 xl:grid-cols-2">
            <WebhookSecretPart target={target} />
            {target.state !== 'pending' && <WebhookTest target={target} />}
          </div>
        )
      }
    >
      {target.state === 'pending' && <VerifyButton target={target} />}
      {target.state === 'disabled' && <EnableButton target={target} />}
      {signedWebhooks && (
        <Button
          look="plain"
          aria-expanded={open}
          {...(open && { 'aria-controls': id })}
          aria-label={`Details of ${target.value}`}
          onClick={() => setOpen(!open)}
        >
          Details
          <ChevronDown aria-hidden="true" className={joinClasses('size-4 transition', open && 'rotate-180')} />
        </Button>
      )}
      <Button look="removing" aria-label={`Remove ${target.value}`} onClick={onRemove}>
        Remove
      </Button>
    </SettingsRow>
  );
};

const VerifyButton = ({ target }: { target: AccountTarget }) => {
  const { verify, isPending } = useVerifyWebhook();
  return (
    <Button
      look="plain"
      disabled={isPending}
      aria-label={`Verify ${target.value} now`}
      onClick={() => void verify(target.id)}
    >
      {isPending ? 'Verifying...' : 'Verify now'}
    </Button>
  );
};

const EnableButton = ({ target }: { target: AccountTarget }) => {
  const { change, isPending } = useAccountChange({
    send: enableWebhook,
    onDone: ({ message }) => showToast({ title: message, description: 'Mail that waited for it is sent now.' }),
    failure: 'The webhook could not be switched on',
  });
  return (
    <Button
      look="plain"
      disabled={isPending}
      aria-label={`Switch ${target.value} on`}
      onClick={() => void change(target.id)}
    >
      {isPending ? 'Switching on...' : 'Switch on'}
    </Button>
  );
};
