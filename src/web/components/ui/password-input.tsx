import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { controlMessages } from '#messages/controls.ts';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';

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
