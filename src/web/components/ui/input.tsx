import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

/** The look every text control shares. */
export const controlClasses =
  'w-full rounded-box border border-edge bg-sheet px-3 text-body text-ink transition-colors placeholder:text-soft/80 ' +
  'hover:border-soft focus-visible:outline-offset-0 aria-invalid:border-gone';

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input className={joinClasses(controlClasses, 'h-11', className)} {...rest} />
);

export const Textarea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={joinClasses(controlClasses, 'block min-h-11 resize-y py-[9px]', className)} {...rest} />
);
