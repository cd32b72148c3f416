import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type Look = 'primary' | 'plain' | 'removing' | 'destructive';

type Size = 'normal' | 'small';

const looks: Record<Look, string> = {
  primary: 'bg-amber text-on-amber hover:brightness-95 active:brightness-90',
  plain: 'border border-edge bg-sheet text-ink hover:bg-well',
  /** Leads to a question that `destructive` answers. */
  removing: 'border border-edge bg-sheet text-gone hover:bg-gone-wash',
  destructive: 'bg-gone text-on-gone hover:brightness-95 active:brightness-90',
};

const sizes: Record<Size, string> = {
  normal: 'h-11 px-5 text-body',
  small: 'h-10 px-4 text-small',
};

/** The classes of a button, for links that look like one. */
export function buttonClasses(look: Look, size: Size, className?: string): string {
  return joinClasses(
    'inline-flex items-center justify-center gap-2 rounded-box font-semibold whitespace-nowrap',
    'transition disabled:cursor-not-allowed disabled:opacity-60',
    sizes[size],
    looks[look],
    className,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  size?: Size;
}

export function Button({ look = 'primary', size = 'normal', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClasses(look, size, className)} {...rest} />;
}
