import { Copy, Download } from 'lucide-react';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { saveFile } from '#web/lib/save-file.ts';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** The only time these codes are seen. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      keepOpen
      title="Your recovery codes"
      description="Each works once, in place of a code from your app. Keep them where you keep important papers: they are not shown again."
      onClose={onClose}
    >
      <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-2 rounded-box border border-line bg-paper p-4 font-mono text-small">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="plain" onClick={() => void copyText(text)}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button look="plain" onClick={() => saveFile('kauke-recovery-codes.txt', 'text/plain', text)}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
        <Button className="ml-auto" onClick={onClose}>
          I have kept them
        </Button>
      </div>
    </Dialog>
  );
}
