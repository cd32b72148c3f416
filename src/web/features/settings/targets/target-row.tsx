import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { AccountTarget } from '#contract/targets.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SettingsRow } from '#web/features/settings/settings-row.tsx';
import { TargetNote } from '#web/features/settings/targets/target-note.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

interface TargetRowProps {
  target: AccountTarget;
  actions: ReactNode;
  /** Opens beneath it; false for nothing to open. */
  details: ReactNode;
  onRemove: () => void;
}

/** One target with its state and what can be done about it. */
export function TargetRow({ target, actions, details, onRemove }: TargetRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const shown = open && Boolean(details);
  return (
    <SettingsRow
      title={target.kind === 'webhook' ? target.value : <EmailText address={target.value} />}
      note={<TargetNote target={target} />}
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
          aria-expanded={open}
          {...(open && { 'aria-controls': id })}
          aria-label={`Details of ${target.value}`}
          onClick={() => setOpen(!open)}
        >
          Details
          <ChevronDown aria-hidden="true" className={joinClasses('size-4 transition', open && 'rotate-180')} />
        </Button>
      )}
      <Button look="removing" aria-label={`Remove ${target.value}`} onClick={onRemove}>
        Remove
      </Button>
    </SettingsRow>
  );
}
