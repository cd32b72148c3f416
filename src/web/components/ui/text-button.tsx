import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

/** An action that reads like a link. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={joinClasses(
        'min-h-6 rounded-mark text-small font-medium text-amber-deep underline-offset-4 hover:underline',
        className,
      )}
      {...rest}
    />
  );
}
