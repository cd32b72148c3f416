import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      className={joinClasses(
        'inline-flex size-10 shrink-0 items-center justify-center rounded-box text-soft transition',
        'hover:bg-well hover:text-ink disabled:opacity-60 [&_svg]:size-[18px]',
        className,
      )}
      {...rest}
    />
  );
}
