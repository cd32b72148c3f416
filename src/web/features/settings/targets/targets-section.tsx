import { useRef, useState } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { settingsMessages, targetMessages } from '#messages/pages/settings.ts';
import { RemovalDialog } from '#web/features/settings/removal-dialog.tsx';
import { LoadedSection, SectionList } from '#web/components/section.tsx';
import { InboxRow } from '#web/features/settings/targets/inbox-row.tsx';
import { dropTarget, removeTarget, useTargets } from '#web/features/settings/targets/targets.ts';
import { WebhookRow } from '#web/features/settings/targets/webhook-row.tsx';
import { showAliases } from '#web/lib/aliases/held-aliases.ts';

export function TargetsSection() {
  const query = useTargets();
  const [removing, setRemoving] = useState<AccountTarget | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <LoadedSection
        title={targetMessages.title}
        titleRef={title}
        description={targetMessages.description}
        query={query}
      >
        {({ targets }) =>
          targets.length === 0 ? (
            <p className="text-soft">{targetMessages.none}</p>
          ) : (
            <SectionList>
              {targets.map((target) => {
                const Row = target.kind === 'webhook' ? WebhookRow : InboxRow;
                return <Row key={target.id} target={target} onRemove={() => setRemoving(target)} />;
              })}
            </SectionList>
          )
        }
      </LoadedSection>
      {removing && (
        <RemovalDialog
          send={() => removeTarget(removing.id)}
          show={(client, { aliases }) => {
            dropTarget(client, removing.id);
            showAliases(client, aliases);
          }}
          title={settingsMessages.askToRemove(removing.value)}
          description={targetMessages.removeDescription}
          failure={targetMessages.removeFailure}
          onClose={() => setRemoving(null)}
          returnFocus={() => title.current}
        />
      )}
    </>
  );
}
