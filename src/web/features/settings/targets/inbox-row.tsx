import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SettingsRow } from '#web/features/settings/settings-row.tsx';
import { SpfSwitch } from '#web/features/settings/targets/spf-switch.tsx';
import { TargetNote } from '#web/features/settings/targets/target-note.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useSendConfirmation } from '#web/lib/send-confirmation.ts';

interface InboxRowProps {
  target: AccountTarget;
  onRemove: () => void;
}

/** An inbox among the targets; how its replies are proven opens beneath it, once it may reply. */
export const InboxRow = ({ target, onRemove }: InboxRowProps) => {
  const [open, setOpen] = useState(false);
  const id = useId();
  const offersReplies = useConfig()?.features.replies ?? false;
  const replies = offersReplies && target.state === 'confirmed';
  return (
    <SettingsRow
      title={<EmailText address={target.value} />}
      note={<TargetNote target={target} />}
      below={
        open &&
        replies && (
          <div id={id} className="rounded-box border border-line p-4">
            <SpfSwitch target={target} />
          </div>
        )
      }
    >
      {target.state === 'pending' && <SendAgainButton target={target} />}
      {replies && (
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

const SendAgainButton = ({ target }: { target: AccountTarget }) => {
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
};
