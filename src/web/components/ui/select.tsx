import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { controlClasses } from '#web/components/ui/input.tsx';

/** The browser's own select: it knows keyboards, screen readers and phones best. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        className={joinClasses(
          controlClasses,
          'h-11 appearance-none pr-10 text-ellipsis disabled:opacity-60',
          className,
        )}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-soft"
      />
    </div>
  );
}
