import { Copy, Download } from 'lucide-react';
import { controlMessages } from '#messages/pages/controls.ts';
import { recoveryCodeMessages as texts } from '#messages/pages/passkeys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { copyText } from '#web/lib/copy-text.ts';
import { saveFile } from '#web/lib/save-file.ts';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  /** Each opens the account by itself: passkeys are its only way in. */
  alone: boolean;
  onClose: () => void;
}

/** The only time these codes are seen. */
export function RecoveryCodesDialog({ codes, alone, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog keepOpen title={texts.title} description={alone ? texts.alone : texts.besideFactor} onClose={onClose}>
      <ul className="mt-4 grid gap-x-4 gap-y-2 rounded-box border border-line bg-paper p-4 font-mono text-small">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="plain" className="grow" onClick={() => void copyText(text)}>
          <Copy aria-hidden="true" className="size-4" />
          {controlMessages.copy}
        </Button>
        <Button look="plain" className="grow" onClick={() => saveFile(texts.file, 'text/plain', text)}>
          <Download aria-hidden="true" className="size-4" />
          {texts.download}
        </Button>
        <Button className="w-full" onClick={onClose}>
          {texts.keptThem}
        </Button>
      </div>
    </Dialog>
  );
}
