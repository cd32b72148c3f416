import { useRef, useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { LoadedSection, SettingsList } from '#web/features/settings/settings-section.tsx';
import { InboxRow } from '#web/features/settings/targets/inbox-row.tsx';
import { useTargets, removeTarget } from '#web/features/settings/targets/targets.ts';
import { WebhookRow } from '#web/features/settings/webhooks/webhook-row.tsx';
import { showToast } from '#web/lib/toast.ts';

export function TargetsSection() {
  const query = useTargets();
  const [removing, setRemoving] = useState<AccountTarget | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <LoadedSection
        title="Targets"
        titleRef={title}
        description="The inboxes and webhooks behind your aliases. Each confirms once."
        query={query}
      >
        {({ targets }) =>
          targets.length === 0 ? (
            <p className="text-soft">No targets yet. They come with your first alias.</p>
          ) : (
            <SettingsList>
              {targets.map((target) => {
                const Row = target.kind === 'webhook' ? WebhookRow : InboxRow;
                return <Row key={target.id} target={target} onRemove={() => setRemoving(target)} />;
              })}
            </SettingsList>
          )
        }
      </LoadedSection>
      {removing && (
        <RemoveTargetDialog target={removing} onClose={() => setRemoving(null)} returnFocus={() => title.current} />
      )}
    </>
  );
}

interface RemoveTargetDialogProps {
  target: AccountTarget;
  onClose: () => void;
  /** What has the focus once the button that was clicked is gone. */
  returnFocus: () => HTMLElement | null;
}

function RemoveTargetDialog({ target, onClose, returnFocus }: RemoveTargetDialogProps) {
  const { change, isPending } = useAccountChange({
    send: removeTarget,
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'The target could not be removed',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Remove ${target.value}?`}
      description="No alias forwards to it any more. If it is the only target of an alias, change or delete that alias first."
      cancelText="Keep it"
      confirmText="Remove"
      busyText="Removing..."
      busy={isPending}
      returnFocus={returnFocus}
      onConfirm={() => void change(target.id).then(onClose)}
    />
  );
}
