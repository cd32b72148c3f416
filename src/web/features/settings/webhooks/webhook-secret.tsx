import { Copy, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import type { WebhookSecret } from '#contract/webhooks.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { useWebhookCall, rotateSecret, showSecret } from '#web/features/settings/webhooks/webhooks.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { showToast } from '#web/lib/toast.ts';

/** The signing secret: shown when asked for, copied, replaced. */
export function WebhookSecretPart({ target }: { target: AccountTarget }) {
  const [shown, setShown] = useState<WebhookSecret | null>(null);
  const [asking, setAsking] = useState(false);
  const { call, isPending } = useWebhookCall({
    send: showSecret,
    onDone: ({ webhook }) => setShown(webhook),
    failure: 'The secret could not be loaded',
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <h3 className="text-small font-semibold">Signing secret</h3>
      {shown && <ShownSecret shown={shown} />}
      <div className="flex flex-wrap gap-2">
        <Button
          look="plain"
          size="small"
          disabled={isPending}
          aria-expanded={shown !== null}
          onClick={() => (shown ? setShown(null) : void call(target.id))}
        >
          {shown ? 'Hide secret' : 'Show secret'}
        </Button>
        <Button look="plain" size="small" onClick={() => setAsking(true)}>
          <RefreshCw aria-hidden="true" className="size-4" />
          New secret
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
        <IconButton label="Copy secret" onClick={() => void copyText(secret)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </div>
      {previousUntil && (
        <p className="text-note text-soft">
          The secret before it signs too, until {new Date(previousUntil).toLocaleString()}.
        </p>
      )}
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
      showToast({ title: 'New secret made', description: 'The former one signs beside it for 24 hours.' });
    },
    failure: 'A new secret could not be made',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title="Make a new signing secret?"
      description="For 24 hours each request is signed with the former secret and the new one, then with the new one alone. A secret from an earlier change stops at once."
      cancelText="Keep it"
      confirmText="Make a new one"
      busyText="Making..."
      busy={isPending}
      onConfirm={() => void call(target.id).then(onClose)}
    />
  );
}
