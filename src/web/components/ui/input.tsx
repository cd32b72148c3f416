import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

/** The look every text control shares. */
export const controlClasses =
  'w-full rounded-box border border-edge bg-sheet px-3 text-body text-ink transition-colors placeholder:text-soft/80 ' +
  'hover:border-soft focus-visible:outline-offset-0 aria-invalid:border-gone';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={joinClasses(controlClasses, 'h-11', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={joinClasses(controlClasses, 'block min-h-11 resize-y py-[9px]', className)} {...rest} />;
}
