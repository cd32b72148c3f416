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
