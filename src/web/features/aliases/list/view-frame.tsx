import { ArrowLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { controlMessages } from '#messages/pages/controls.ts';
import { Button } from '#web/components/ui/button.tsx';

interface ViewHeaderProps {
  /** Of the heading. */
  id: string;
  ref: Ref<HTMLHeadingElement>;
  title: ReactNode;
  description: string;
  back: string;
  onLeave: () => void;
}

/** The head of what stands in the place of the list of aliases. */
export function ViewHeader({ id, ref, title, description, back, onLeave }: ViewHeaderProps) {
  return (
    <div className="flex flex-col gap-4 border-b border-line p-5 sm:flex-row sm:items-start sm:justify-between sm:px-6">
      <div>
        <h2 id={id} ref={ref} tabIndex={-1} className="text-lead font-semibold outline-none">
          {title}
        </h2>
        <p className="mt-1 max-w-2xl text-small text-soft">{description}</p>
      </div>
      <Button look="plain" size="small" className="self-start" onClick={onLeave}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        {back}
      </Button>
    </div>
  );
}

/** Stands in the place of a list that could not be loaded. */
export function ListNotLoaded({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-4 p-12 text-center text-soft">
      {text}
      <Button look="plain" onClick={onRetry}>
        {controlMessages.tryAgain}
      </Button>
    </div>
  );
}
