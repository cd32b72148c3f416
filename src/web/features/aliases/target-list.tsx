import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { isPaused } from '#web/features/aliases/alias-state.ts';

/** Where an alias forwards to, and which of these inboxes have not agreed yet. */
export const TargetList = ({ alias }: { alias: Alias }) => {
  if (isPaused(alias)) return <p className="text-soft">Paused - emails silently dropped</p>;
  return (
    <ul className="flex flex-col gap-2">
      {alias.targets.map((target) => (
        <li key={target.id}>
          <EmailText address={target.value} />
          <TargetState target={target} />
        </li>
      ))}
    </ul>
  );
};

const TargetState = ({ target }: { target: AliasTarget }) => {
  if (target.state === 'confirmed') return null;
  return (
    <span className="block">
      {target.state === 'pending' ? (
        <Chip tone="waiting">Waiting for confirmation</Chip>
      ) : (
        <Chip tone="off">Stopped by its owner</Chip>
      )}
    </span>
  );
};
