import type { AccountTarget } from '#contract/targets.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SpfSwitch } from '#web/features/settings/targets/spf-switch.tsx';
import { TargetRow } from '#web/features/settings/targets/target-row.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { useSendConfirmation } from '#web/lib/targets.ts';

interface InboxRowProps {
  target: AccountTarget;
  onRemove: () => void;
}

/** An inbox among the targets; how its replies are proven opens beneath it, once it may reply. */
export function InboxRow({ target, onRemove }: InboxRowProps) {
  const offersReplies = useConfig()?.features.replies ?? false;
  return (
    <TargetRow
      target={target}
      actions={target.state === 'pending' && <SendAgainButton target={target} />}
      details={offersReplies && target.state === 'confirmed' && <SpfSwitch target={target} />}
      onRemove={onRemove}
    />
  );
}

function SendAgainButton({ target }: { target: AccountTarget }) {
  const { send, isPending } = useSendConfirmation();
  return (
    <Button
      look="plain"
      disabled={isPending}
      aria-label={`Send again to ${target.value}`}
      onClick={() => void send(target.id)}
    >
      {isPending ? 'Sending...' : 'Send again'}
    </Button>
  );
}
