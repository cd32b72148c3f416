import type { AccountTarget } from '#contract/targets.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SwitchRow } from '#web/components/ui/switch-row.tsx';
import { TargetRow } from '#web/features/settings/targets/target-row.tsx';
import { useChangeSpfReplies } from '#web/features/settings/targets/targets.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { useSendConfirmation } from '#web/lib/send-confirmation.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

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

/** For inboxes whose provider gives no better proof. */
function SpfSwitch({ target }: { target: AccountTarget }) {
  const { mutateAsync, isPending, variables } = useChangeSpfReplies(target);

  const change = useSingleRun(async (spfReplies: boolean) => {
    try {
      await mutateAsync(spfReplies);
    } catch (error) {
      reportFailure(error, 'Not Saved', 'The setting could not be saved');
    }
  });

  return (
    <SwitchRow
      label="Provider does not sign mail: prove replies by SPF alone"
      text="Only if your replies are refused. SPF shows which server sent a reply; a DKIM signature shows that nobody changed it."
      warning="A provider that lets its customers send under any address lets them reply as you."
      checked={isPending ? variables : target.spfReplies}
      busy={isPending}
      onChange={(spfReplies) => void change(spfReplies)}
    />
  );
}
