import { Copy } from 'lucide-react';
import type { NewApiKey } from '#contract/api-keys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { copyText } from '#web/lib/copy-text.ts';

/** The only time this key is seen. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  return (
    <Dialog
      keepOpen
      title="Your new API key"
      description="Copy it into the program it is for: it is not shown again."
      onClose={onClose}
    >
      <div className="mt-5 flex flex-col gap-4">
        <CopiedLine name="API key" text={apiKey.key} />
        <CopiedLine name="Server URL" text={window.location.origin} />
        <Button className="self-end" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </Dialog>
  );
}

function CopiedLine({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="text-note text-soft">{name}</p>
      <div className="mt-1 flex items-center gap-2 rounded-box border border-line bg-well py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{text}</code>
        <IconButton label={`Copy ${name}`} onClick={() => void copyText(text)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
