import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { isPaused } from '#web/features/aliases/alias-state.ts';
import { describeFailing, useSendConfirmation, useVerifyWebhook } from '#web/lib/targets.ts';

/** Where an alias forwards to, and which of these targets have not agreed yet. */
export function TargetList({ alias }: { alias: Alias }) {
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
}

/** Only what keeps mail from it. */
function TargetState({ target }: { target: AliasTarget }) {
  const { kind, state } = target;
  switch (state) {
    case 'stopped':
      return <State tone="off">Stopped by its owner</State>;
    case 'disabled':
      return (
        <State tone="off" action={<SettingsLink label="Settings of this webhook" />}>
          Switched off
        </State>
      );
    case 'pending':
      return kind === 'webhook' ? (
        <State tone="waiting" action={<VerifyNow target={target} />}>
          Not verified yet
        </State>
      ) : (
        <State tone="waiting" action={<SendAgain target={target} />}>
          Waiting for confirmation
        </State>
      );
    case 'confirmed': {
      const failing = describeFailing(target);
      return failing === null ? null : <State tone="waiting">{failing}</State>;
    }
  }
}

interface StateProps {
  tone: 'waiting' | 'off';
  children: string;
  action?: ReactNode;
}

function State({ tone, children, action }: StateProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Chip tone={tone}>{children}</Chip>
      {action}
    </span>
  );
}

const linkClasses =
  'rounded-mark text-note leading-6 font-semibold text-amber-deep underline underline-offset-2 disabled:opacity-60';

function SettingsLink({ label }: { label: string }) {
  return (
    <Link to="/settings" aria-label={label} className={linkClasses}>
      Settings
    </Link>
  );
}

function SendAgain({ target }: { target: AliasTarget }) {
  const { send, isPending } = useSendConfirmation();
  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={`Send again to ${target.value}`}
      onClick={() => void send(target.id)}
      className={linkClasses}
    >
      {isPending ? 'Sending...' : 'Send again'}
    </button>
  );
}

function VerifyNow({ target }: { target: AliasTarget }) {
  const { verify, isPending } = useVerifyWebhook();
  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={`Verify ${target.value} now`}
      onClick={() => void verify(target.id)}
      className={linkClasses}
    >
      {isPending ? 'Verifying...' : 'Verify now'}
    </button>
  );
}
