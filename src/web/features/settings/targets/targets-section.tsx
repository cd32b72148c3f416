import { useRef, useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { InboxRow } from '#web/features/settings/targets/inbox-row.tsx';
import { LoadedSection } from '#web/features/settings/loaded-section.tsx';
import { SettingsList } from '#web/features/settings/settings-row.tsx';
import { RemoveTargetDialog } from '#web/features/settings/targets/remove-target-dialog.tsx';
import { useTargets } from '#web/features/settings/targets/targets.ts';
import { WebhookRow } from '#web/features/settings/webhooks/webhook-row.tsx';

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
