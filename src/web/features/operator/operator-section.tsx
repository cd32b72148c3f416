import { useId, type ReactNode } from 'react';
import { Card } from '#web/components/ui/card.tsx';

interface OperatorSectionProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** One matter of the operator's page: what it is about, and beside it what can be done. */
export function OperatorSection({ title, description, children }: OperatorSectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid gap-x-12 gap-y-5 p-5 sm:p-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <h2 id={id} className="text-lead font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-small text-soft">{description}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
    </Card>
  );
}
