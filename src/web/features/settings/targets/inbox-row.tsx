import type { AccountTarget } from '#contract/targets.ts';
import { targetMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { SwitchRow } from '#web/components/ui/switch.tsx';
import { TargetRow } from '#web/features/settings/targets/target-row.tsx';
import { useChangeSpfReplies } from '#web/features/settings/targets/targets.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSendConfirmation } from '#web/lib/targets.ts';
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
      aria-label={targetMessages.sendAgainTo(target.value)}
      onClick={() => void send(target.id)}
    >
      {isPending ? targetMessages.sending : targetMessages.sendAgain}
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
      reportFailure(error, targetMessages.notSaved, targetMessages.saveFailure);
    }
  });

  return (
    <SwitchRow
      label={targetMessages.spfLabel}
      text={targetMessages.spfText}
      warning={targetMessages.spfWarning}
      checked={isPending ? variables : target.spfReplies}
      busy={isPending}
      onChange={(spfReplies) => void change(spfReplies)}
    />
  );
}
