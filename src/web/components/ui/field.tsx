import { useId, type ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

/** What a control needs so that its label, hint and error are read out with it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Stands at the right of the label. */
  aside?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, aside, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = error ? errorId : hint && hintId;
  return (
    <div className={joinClasses('flex min-w-0 flex-col gap-2', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error !== undefined })}
      {error && (
        <p id={errorId} role="alert" className="text-small text-gone">
          {error}
        </p>
      )}
      {hint && !error && (
        <p id={hintId} className="text-small text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
