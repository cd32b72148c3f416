import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Switch } from '#web/components/ui/switch.tsx';

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
        <div id={textId}>
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
