import { CircleAlert, Webhook, X } from 'lucide-react';
import { parseForwardTarget } from '#contract/forward-to.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

interface TargetChipProps {
  text: string;
  onRemove: () => void;
}

/** One finished target. What cannot be one says so by form and by word. */
export function TargetChip({ text, onRemove }: TargetChipProps) {
  const target = parseForwardTarget(text);
  return (
    <li
      className={joinClasses(
        'flex max-w-full items-center gap-1 self-start rounded-mark border pl-2 text-small leading-5',
        target ? 'border-line bg-well' : 'border-gone bg-gone-wash text-gone',
      )}
    >
      {target?.kind === 'webhook' && <Webhook role="img" aria-label="Webhook" className="size-4 shrink-0 text-soft" />}
      {!target && <CircleAlert role="img" aria-label="Not valid:" className="size-4 shrink-0" />}
      <bdi className="truncate py-[3px]">{text}</bdi>
      <button
        type="button"
        aria-label={`Remove ${text}`}
        onClick={onRemove}
        className="grid size-7 shrink-0 place-items-center rounded-mark hover:bg-line focus-visible:-outline-offset-2"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
