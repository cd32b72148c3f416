import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

interface SwitchProps {
  id?: string;
  label: string;
  checked: boolean;
  busy: boolean;
  /** Id of what explains it. */
  describedBy?: string;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. The thumb's place says it as well as the colour. */
export function Switch({ id, label, checked, busy, describedBy, onChange }: SwitchProps) {
  return (
    <button
      id={id}
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      aria-busy={busy}
      onClick={() => onChange(!checked)}
      className={joinClasses(
        'inline-flex h-6 w-10 shrink-0 items-center rounded-full border p-[3px] transition-colors',
        checked ? 'border-on bg-on' : 'border-edge bg-sheet hover:bg-well',
        busy && 'opacity-60',
      )}
    >
      <span
        className={joinClasses(
          'size-4 rounded-full transition-transform',
          checked ? 'translate-x-4 bg-sheet' : 'bg-edge',
        )}
      />
    </button>
  );
}

interface SwitchRowProps {
  label: string;
  /** What it does, in one sentence. */
  text: string;
  /** What it costs. */
  warning?: string | undefined;
  checked: boolean;
  busy: boolean;
  onChange: (checked: boolean) => void;
}

/** A switch with its name and what it does. A click on the name counts, too. */
export function SwitchRow({ label, text, warning, ...rest }: SwitchRowProps) {
  const id = useId();
  const textId = `${id}-text`;
  return (
    <div className="flex items-start justify-between gap-6 text-small">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <div id={textId} className="mt-1">
          <p className="text-soft">{text}</p>
          {warning && (
            <p className="mt-1 flex items-start gap-2 text-amber-deep">
              <TriangleAlert aria-hidden="true" className="mt-[2px] size-4 shrink-0" />
              {warning}
            </p>
          )}
        </div>
      </div>
      <Switch id={id} label={label} describedBy={textId} {...rest} />
    </div>
  );
}
