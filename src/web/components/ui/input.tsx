import { Eye, EyeOff, ChevronDown } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { controlMessages } from '#messages/pages/controls.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

/** The look every text control shares. */
const controlClasses =
  'w-full rounded-box border border-edge bg-sheet px-3 text-body text-ink transition-colors placeholder:text-soft/80 ' +
  'hover:border-soft focus-visible:outline-offset-0 aria-invalid:border-gone disabled:opacity-60';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={joinClasses(controlClasses, 'h-11 text-ellipsis', className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={joinClasses(controlClasses, 'block min-h-11 resize-y py-[9px]', className)} {...rest} />;
}

interface PasswordInputProps extends ComponentProps<'input'> {
  /** Names the button: "Show password". */
  what: string;
}

export function PasswordInput({ what, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input type={shown ? 'text' : 'password'} className="pr-11" {...rest} />
      <IconButton
        label={(shown ? controlMessages.hideOne : controlMessages.showOne)(what)}
        className="absolute top-[2px] right-[2px]"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </IconButton>
    </div>
  );
}

/** The browser's own select: it knows keyboards, screen readers and phones best. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select
        className={joinClasses(controlClasses, 'h-11 appearance-none pr-10 text-ellipsis', className)}
        {...rest}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-soft"
      />
    </div>
  );
}
