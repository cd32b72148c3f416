interface ProgressProps {
  label: string;
  /** Left out: nobody knows how far it is. */
  value?: number;
  max?: number;
}

/** How far something is that takes a while, in words beside it. */
export function Progress({ label, value, max }: ProgressProps) {
  return (
    <div className="flex flex-col gap-1">
      <progress aria-label={label} value={value} max={max} className="h-2 w-full" />
      {value !== undefined && (
        <p role="status" className="text-note text-soft tabular-nums">
          {label}
        </p>
      )}
    </div>
  );
}
