import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { settingsMessages, targetMessages } from '#messages/pages/settings.ts';
import { targetStateMessages } from '#messages/pages/targets.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { SectionRow } from '#web/components/section.tsx';
import { refusedFor } from '#web/features/settings/targets/targets.ts';
import { describeFailing } from '#web/lib/targets.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

interface TargetRowProps {
  target: AccountTarget;
  /** What is to become of it. */
  note?: string | null;
  actions: ReactNode;
  /** Opens beneath it; false for nothing to open. */
  details: ReactNode;
  onRemove: () => void;
}

/** One target with its state and what can be done about it. */
export function TargetRow({ target, note = null, actions, details, onRemove }: TargetRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const shown = open && Boolean(details);
  return (
    <SectionRow
      title={target.kind === 'webhook' ? target.value : <EmailText address={target.value} />}
      note={
        <>
          <TargetNote target={target} />
          {note !== null && <p className="wrap-anywhere">{note}</p>}
        </>
      }
      below={
        shown && (
          <div id={id} className="rounded-box border border-line p-4">
            {details}
          </div>
        )
      }
    >
      {actions}
      {details && (
        <Button
          look="plain"
          size="small"
          aria-expanded={open}
          {...(open && { 'aria-controls': id })}
          aria-label={targetMessages.detailsOf(target.value)}
          onClick={() => setOpen(!open)}
        >
          {targetMessages.details}
          <ChevronDown aria-hidden="true" className={joinClasses('size-4 transition', open && 'rotate-180')} />
        </Button>
      )}
      <Button look="removing" size="small" aria-label={settingsMessages.removeOne(target.value)} onClick={onRemove}>
        {settingsMessages.remove}
      </Button>
    </SectionRow>
  );
}

function describeState(target: AccountTarget) {
  const { kind, state } = target;
  switch (state) {
    case 'stopped':
      return { tone: 'off', text: targetMessages.stopped } as const;
    case 'disabled':
      return { tone: 'off', text: targetMessages.disabled } as const;
    case 'pending':
      return {
        tone: 'waiting',
        text: kind === 'webhook' ? targetMessages.unverified : targetMessages.unconfirmed,
      } as const;
    case 'confirmed': {
      const failing = describeFailing(target);
      return failing === null
        ? ({ tone: 'on', text: kind === 'webhook' ? targetMessages.verified : targetMessages.confirmed } as const)
        : ({ tone: 'waiting', text: failing } as const);
    }
  }
}

/** Mail to it is encrypted, or goes nowhere as its key has ended. */
function KeyBadge({ target, endsAt }: { target: AccountTarget; endsAt: string | null }) {
  // Asked anew each time the list is drawn.
  const [nowMs] = useState(() => new Date().getTime());
  const ended = endsAt !== null && Date.parse(endsAt) <= nowMs;
  if (target.state !== 'confirmed') return null;
  return <Chip tone={ended ? 'waiting' : 'on'}>{ended ? targetMessages.keyEnded : targetMessages.encrypted}</Chip>;
}

/** How a target stands, and how many aliases forward to it. */
function TargetNote({ target }: { target: AccountTarget }) {
  const { tone, text } = describeState(target);
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <Chip tone={tone}>{text}</Chip>
      {target.key !== null && <KeyBadge target={target} endsAt={target.key.expiresAt} />}
      {targetMessages.aliases(target.aliases)}
      {target.refused !== undefined && (
        <span>{targetStateMessages.refused(target.refused.messages, refusedFor(target.refused))}</span>
      )}
    </span>
  );
}
