import { Copy, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { AccountTarget, WebhookSecret } from '#contract/targets.ts';
import { settingsMessages, webhookMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/features/settings/settings-part.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useWebhookCall, rotateSecret, showSecret } from '#web/lib/calls/webhooks.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatTime } from '#web/lib/format-time.ts';

/** The signing secret: shown when asked for, copied, replaced. */
export function WebhookSecretPart({ target }: { target: AccountTarget }) {
  const [shown, setShown] = useState<WebhookSecret | null>(null);
  const [asking, setAsking] = useState(false);
  const { call, isPending } = useWebhookCall({
    send: showSecret,
    onDone: ({ webhook }) => setShown(webhook),
    failure: webhookMessages.showFailure,
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="text-small font-semibold">{webhookMessages.secret}</h3>
      {shown && <ShownSecret shown={shown} />}
      <div className="flex flex-wrap gap-2">
        <Button
          look="plain"
          size="small"
          disabled={isPending}
          aria-expanded={shown !== null}
          onClick={() => (shown ? setShown(null) : void call(target.id))}
        >
          {shown ? webhookMessages.hideSecret : webhookMessages.showSecret}
        </Button>
        <Button look="plain" size="small" onClick={() => setAsking(true)}>
          <RefreshCw aria-hidden="true" className="size-4" />
          {webhookMessages.newSecret}
        </Button>
      </div>
      {asking && <RotateDialog target={target} onClose={() => setAsking(false)} onRotated={setShown} />}
    </div>
  );
}

function ShownSecret({ shown: { secret, previousUntil } }: { shown: WebhookSecret }) {
  return (
    <div className="flex w-full flex-col gap-1">
      <div className="flex items-center gap-2 rounded-box border border-line bg-well py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{secret}</code>
        <IconButton label={webhookMessages.copySecret} onClick={() => void copyText(secret)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </div>
      {previousUntil && <p className="text-note text-soft">{webhookMessages.formerUntil(formatTime(previousUntil))}</p>}
    </div>
  );
}

interface RotateDialogProps {
  target: AccountTarget;
  onClose: () => void;
  onRotated: (secret: WebhookSecret) => void;
}

function RotateDialog({ target, onClose, onRotated }: RotateDialogProps) {
  const { call, isPending } = useWebhookCall({
    send: rotateSecret,
    onDone: ({ webhook }) => {
      onRotated(webhook);
      showToast({
        title: webhookMessages.rotated,
        description: webhookMessages.rotatedDescription(limits.secretOverlapHours),
      });
    },
    failure: webhookMessages.rotateFailure,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={webhookMessages.rotateTitle}
      description={webhookMessages.rotateDescription(limits.secretOverlapHours)}
      cancelText={settingsMessages.keepIt}
      confirmText={webhookMessages.rotate}
      busyText={webhookMessages.rotating}
      busy={isPending}
      onConfirm={() => void call(target.id).then(onClose)}
    />
  );
}
