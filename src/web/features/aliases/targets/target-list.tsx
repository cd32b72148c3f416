import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { aliasTargetMessages as texts } from '#messages/pages/aliases.tsx';
import { EmailText } from '#web/components/email-text.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { isPaused } from '#web/features/aliases/alias-state.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { describeFailing, useSendConfirmation, useVerifyWebhook } from '#web/lib/targets.ts';

/** Where an alias forwards to, and which of these targets have not agreed yet. */
export function TargetList({ alias }: { alias: Alias }) {
  const paused = isPaused(alias);
  return (
    <>
      {paused && alias.ended === null && <p className="font-medium">{texts.paused}</p>}
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
      return <State tone="off">{texts.stopped}</State>;
    case 'disabled':
      return (
        <State tone="off" action={<SettingsLink />}>
          {texts.disabled}
        </State>
      );
    case 'pending':
      return kind === 'webhook' ? (
        <State tone="waiting" action={<VerifyNow target={target} />}>
          {texts.unverified}
        </State>
      ) : (
        <State tone="waiting" action={<SendAgain target={target} />}>
          {texts.unconfirmed}
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

function SettingsLink() {
  return (
    <Link to="/settings" aria-label={texts.settingsOf} className={linkClasses}>
      {texts.settings}
    </Link>
  );
}

function SendAgain({ target }: { target: AliasTarget }) {
  const { send, isPending } = useSendConfirmation();
  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={texts.sendAgainTo(target.value)}
      onClick={() => void send(target.id)}
      className={linkClasses}
    >
      {isPending ? texts.sending : texts.sendAgain}
    </button>
  );
}

function VerifyNow({ target }: { target: AliasTarget }) {
  const { verify, isPending } = useVerifyWebhook();
  return (
    <button
      type="button"
      disabled={isPending}
      aria-label={texts.verifyOne(target.value)}
      onClick={() => void verify(target.id)}
      className={linkClasses}
    >
      {isPending ? texts.verifying : texts.verify}
    </button>
  );
}

/** Leads a newcomer to the mail that must be answered before anything is forwarded. */
export function ConfirmationHint({ className }: { className?: string }) {
  const config = useConfig();
  if (!config?.confirmationRequired) return null;
  return (
    <p className={joinClasses('bg-amber-wash text-small', className)}>
      {texts.confirmsOnce}{' '}
      {config.preview
        ? texts.inPreview((words) => (
            <Link to="/inbox" className="font-semibold text-amber-deep underline underline-offset-2">
              {words}
            </Link>
          ))
        : texts.openLink}
    </p>
  );
}
