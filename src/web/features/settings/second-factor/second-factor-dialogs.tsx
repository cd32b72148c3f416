import { Copy } from 'lucide-react';
import type { SecondFactorStart } from '#contract/second-factor.ts';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { disableSecondFactor, enableSecondFactor } from '#web/features/settings/second-factor/change-second-factor.ts';
import { CodeForm } from '#web/features/settings/second-factor/code-form.tsx';
import { QrCode } from '#web/features/settings/second-factor/qr-code.tsx';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { showToast } from '#web/lib/toast.ts';

interface EnableDialogProps {
  start: SecondFactorStart;
  onClose: () => void;
  onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** In groups of four, as people read it aloud and type it. */
function inGroups(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}

export function EnableDialog({ start, onClose, onEnabled }: EnableDialogProps) {
  const { change, isPending } = useAccountChange({
    send: enableSecondFactor,
    onDone: ({ recoveryCodes }) => onEnabled(recoveryCodes),
    failure: 'The second factor could not be turned on',
  });
  return (
    <Dialog
      title="Set up your authenticator app"
      description="Scan this with the app, then type the code it shows."
      onClose={onClose}
    >
      <div className="my-5 flex flex-col items-center gap-3">
        <QrCode text={start.uri} label="QR code for your authenticator app" />
        <p className="flex items-center gap-1 text-small">
          <code className="font-mono wrap-anywhere">{inGroups(start.secret)}</code>
          <IconButton label="Copy secret" onClick={() => void copyText(start.secret)}>
            <Copy aria-hidden="true" />
          </IconButton>
        </p>
      </div>
      <CodeForm hint="Six digits." text="Turn on" busyText="Turning on..." busy={isPending} onCode={change} />
    </Dialog>
  );
}

export function DisableDialog({ onClose }: { onClose: () => void }) {
  const { change, isPending } = useAccountChange({
    send: disableSecondFactor,
    onDone: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    failure: 'The second factor could not be turned off',
  });
  return (
    <Dialog
      title="Turn off the second factor?"
      description="Your password alone then opens this account."
      onClose={onClose}
    >
      <div className="mt-5">
        <CodeForm
          hint="From your authenticator app, or a recovery code."
          text="Turn off"
          busyText="Turning off..."
          busy={isPending}
          onCode={change}
        />
      </div>
    </Dialog>
  );
}
