import { useState } from 'react';
import type { TargetState } from '#contract/aliases.ts';
import type { AccountTarget } from '#contract/targets.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { LoadedSection } from '#web/features/settings/loaded-section.tsx';
import { SettingsList, SettingsRow } from '#web/features/settings/settings-row.tsx';
import { RemoveTargetDialog } from '#web/features/settings/targets/remove-target-dialog.tsx';
import { useTargets } from '#web/features/settings/targets/targets.ts';
import { useSendConfirmation } from '#web/lib/send-confirmation.ts';

const states = {
  confirmed: { tone: 'on', text: 'Confirmed' },
  pending: { tone: 'waiting', text: 'Waiting for confirmation' },
  stopped: { tone: 'off', text: 'Stopped by its owner' },
} as const satisfies Record<TargetState, object>;

const countAliases = (count: number): string => `${count} ${count === 1 ? 'alias' : 'aliases'}`;

export const TargetsSection = () => {
  const query = useTargets();
  const [removing, setRemoving] = useState<AccountTarget | null>(null);
  return (
    <>
      <LoadedSection
        title="Targets"
        description="The inboxes and webhooks behind your aliases. Each confirms once."
        query={query}
      >
        {({ targets }) =>
          targets.length === 0 ? (
            <p className="text-soft">No targets yet. They come with your first alias.</p>
          ) : (
            <SettingsList>
              {targets.map((target) => (
                <TargetRow key={target.id} target={target} onRemove={() => setRemoving(target)} />
              ))}
            </SettingsList>
          )
        }
      </LoadedSection>
      {removing && <RemoveTargetDialog target={removing} onClose={() => setRemoving(null)} />}
    </>
  );
};

const TargetRow = ({ target, onRemove }: { target: AccountTarget; onRemove: () => void }) => {
  const { send, isPending } = useSendConfirmation();
  const { tone, text } = states[target.state];
  return (
    <SettingsRow
      title={<EmailText address={target.value} />}
      note={
        <span className="flex flex-wrap items-center gap-x-4">
          <Chip tone={tone}>{text}</Chip>
          {countAliases(target.aliases)}
        </span>
      }
    >
      {target.state === 'pending' && (
        <Button
          look="plain"
          disabled={isPending}
          aria-label={`Send again to ${target.value}`}
          onClick={() => void send(target.id)}
        >
          {isPending ? 'Sending...' : 'Send again'}
        </Button>
      )}
      <Button look="removing" aria-label={`Remove ${target.value}`} onClick={onRemove}>
        Remove
      </Button>
    </SettingsRow>
  );
};
