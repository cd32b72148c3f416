import { Copy } from 'lucide-react';
import { controlMessages } from '#messages/pages/controls.ts';
import { Breakable } from '#web/components/email-text.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { copyText } from '#web/lib/copy-text.ts';

/** A text that is shown once, to be copied. */
export function CopiedLine({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="text-note text-soft">{name}</p>
      <div className="mt-1 flex items-center gap-2 rounded-box border border-line bg-well py-2 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-small wrap-anywhere">
          <Breakable text={text} />
        </code>
        <IconButton label={controlMessages.copyOne(name)} onClick={() => void copyText(text)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
