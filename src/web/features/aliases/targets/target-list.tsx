import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { isPaused } from '#web/features/aliases/alias-state.ts';
import { useSendConfirmation } from '#web/lib/send-confirmation.ts';

/** Where an alias forwards to, and which of these targets have not agreed yet. */
export const TargetList = ({ alias }: { alias: Alias }) => {
  const paused = isPaused(alias);
  return (
    <>
      {paused && <p className="font-medium">Paused - emails silently dropped</p>}
      <ul className={paused ? 'text-soft' : 'flex flex-col gap-2'}>
        {alias.targets.map((target) => (
          <li key={target.id}>
            <EmailText address={target.value} />
            {!paused && <TargetState target={target} />}
          </li>
        ))}
      </ul>
    </>
  );
};

const TargetState = ({ target }: { target: AliasTarget }) => {
  if (target.state === 'confirmed') return null;
  if (target.state === 'stopped') {
    return (
      <span className="block">
        <Chip tone="off">Stopped by its owner</Chip>
      </span>
    );
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Chip tone="waiting">Waiting for confirmation</Chip>
      <SendAgain target={target} />
    </span>
  );
};

const SendAgain = ({ target }: { target: AliasTarget }) => {
  const { send, isPending } = useSendConfirmation();
  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={`Send again to ${target.value}`}
      onClick={() => void send(target.id)}
      className="rounded-mark text-note leading-6 font-semibold text-amber-deep underline underline-offset-2 disabled:opacity-60"
    >
      {isPending ? 'Sending...' : 'Send again'}
    </button>
  );
};
