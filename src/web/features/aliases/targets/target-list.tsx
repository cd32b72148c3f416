import { use, useState, type ReactNode } from 'react';
import type { Alias, AliasTarget } from '#contract/aliases.ts';
import { aliasTargetMessages as texts } from '#messages/pages/aliases.tsx';
import { EmailText } from '#web/components/email-text.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { FrozenContext } from '#web/features/aliases/frozen.ts';
import { aliasAddress, isPaused, takesMail } from '#web/features/aliases/alias-state.ts';
import { nameControl } from '#web/lib/name-control.ts';
import { Link } from '#web/lib/router/link.tsx';
import { describeFailing, useSendConfirmation, useVerifyWebhook } from '#web/lib/targets.ts';

/** Where an alias forwards to, and which of these targets have not agreed yet. Several are folded. */
export function TargetList({ alias }: { alias: Alias }) {
  const paused = isPaused(alias);
  const { targets } = alias;
  const [open, setOpen] = useState(false);
  return (
    <>
      {paused && alias.ended === null && <p className="font-medium">{texts.paused}</p>}
      {targets.length > 1 && <Fold alias={alias} open={open} onFold={() => setOpen(!open)} />}
      {(open || targets.length === 1) && (
        <ul className={paused ? 'text-soft' : undefined}>
          {/* Rows stay even: all of a long one is read out, and stands on the page of the alias. */}
          {targets.map((target) => (
            <li key={target.id}>
              {targets.length > 1 ? (
                <EmailText address={target.value} />
              ) : (
                <span className="block truncate">{target.value}</span>
              )}
              {!paused && <TargetState target={target} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** How many there are, and of those that are to get mail how many do not. */
function Fold({ alias, open, onFold }: { alias: Alias; open: boolean; onFold: () => void }) {
  const { targets } = alias;
  const text = targets.every(({ kind }) => kind === 'email') ? texts.inboxes : texts.targets;
  const away = isPaused(alias) ? 0 : targets.filter((target) => !takesMail(target)).length;
  const button = (
    <button
      type="button"
      aria-expanded={open}
      aria-label={texts.foldOf(text(targets.length), aliasAddress(alias))}
      onClick={onFold}
      className="mark mark-down flex w-fit items-center gap-1 rounded-mark leading-6 underline-offset-4 hover:underline"
    >
      {text(targets.length)}
    </button>
  );
  if (away === 0) return button;
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {button}
      {!open && <Chip tone="waiting">{texts.away(away)}</Chip>}
    </p>
  );
}

/** Only what keeps mail from it. */
export function TargetState({ target }: { target: AliasTarget }) {
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
  const isFrozen = use(FrozenContext);
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Chip tone={tone}>{children}</Chip>
      {!isFrozen && action}
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
      aria-label={nameControl(texts.sendAgain, target.value)}
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
      aria-label={nameControl(texts.verify, target.value)}
      onClick={() => void verify(target.id)}
      className={linkClasses}
    >
      {isPending ? texts.verifying : texts.verify}
    </button>
  );
}
