import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type Look = 'primary' | 'plain' | 'removing' | 'destructive';

/** `wide` takes all the room there is; where that is too little its words are smaller, and break at last. */
type Size = 'normal' | 'small' | 'wide';

const looks: Record<Look, string> = {
  // The edge shows in forced colours, which take the ground away.
  primary: 'border border-transparent bg-amber text-on-amber hover:brightness-95 active:brightness-90',
  plain: 'border border-edge bg-sheet text-ink hover:bg-well',
  /** Leads to a question that `destructive` answers. */
  removing: 'border border-edge bg-sheet text-gone hover:bg-gone-wash',
  destructive: 'border border-transparent bg-gone-fill text-on-gone hover:brightness-95 active:brightness-90',
};

const sizes: Record<Size, string> = {
  normal: 'h-11 px-5 text-body whitespace-nowrap',
  small: 'h-10 px-3 text-small whitespace-nowrap sm:px-4',
  wide: 'min-h-11 px-3 py-2 text-body text-balance max-[22.5rem]:px-2 max-[22.5rem]:text-small',
};

/** The classes of a button, for links that look like one. */
export function buttonClasses(look: Look, size: Size, className?: string): string {
  return joinClasses(
    'inline-flex items-center justify-center gap-2 rounded-box font-semibold',
    '[&>svg]:shrink-0 transition disabled:cursor-not-allowed disabled:opacity-60',
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
