import type { ComponentProps } from 'react';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Link, type LinkProps } from '#web/lib/router/link.tsx';

interface LinkButtonProps extends LinkProps {
  look?: 'primary' | 'plain';
}

export function LinkButton({ look = 'primary', className, ...rest }: LinkButtonProps) {
  return <Link className={buttonClasses(look, 'normal', className)} {...rest} />;
}

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
