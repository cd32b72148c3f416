import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { findCodeFault } from '#contract/account-faults.ts';
import type { SecondFactorInput, SecondFactorStart } from '#contract/sign-in.ts';
import { secondFactorMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { showToast } from '#web/lib/toast.ts';

interface EnableDialogProps {
  start: SecondFactorStart;
  onClose: () => void;
  onEnabled: (recoveryCodes: readonly string[]) => void;
}

/** In groups of four, as people read it aloud and type it. */
function inBatches(secret: string): string {
  return secret.replace(/.{4}(?=.)/g, '$& ');
}

export function EnableDialog({ start, onClose, onEnabled }: EnableDialogProps) {
  const { change, isPending } = useAccountChange({
    send: enableSecondFactor,
    onDone: ({ recoveryCodes }) => onEnabled(recoveryCodes),
    failure: secondFactorMessages.onFailure,
  });
  return (
    <Dialog title={secondFactorMessages.onTitle} description={secondFactorMessages.onDescription} onClose={onClose}>
      <div className="my-5 flex flex-col items-center gap-3">
        <QrCode text={start.uri} label={secondFactorMessages.qrCode} />
        <p className="flex items-center gap-1 text-small">
          <code className="font-mono wrap-anywhere">{inBatches(start.secret)}</code>
          <IconButton label={secondFactorMessages.copySecret} onClick={() => void copyText(start.secret)}>
            <Copy aria-hidden="true" />
          </IconButton>
        </p>
      </div>
      <CodeForm
        hint={secondFactorMessages.digitsHint}
        inputMode="numeric"
        onCode={change}
        button={
          <Button type="submit" disabled={isPending}>
            {isPending ? secondFactorMessages.turningOn : secondFactorMessages.turnOn}
          </Button>
        }
      />
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
    failure: secondFactorMessages.offFailure,
  });
  return (
    <Dialog title={secondFactorMessages.offTitle} description={secondFactorMessages.offDescription} onClose={onClose}>
      <div className="mt-5">
        <CodeForm
          hint={secondFactorMessages.codeHint}
          onCode={change}
          button={
            <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
              <Button look="plain" disabled={isPending} onClick={onClose}>
                {secondFactorMessages.keepOn}
              </Button>
              <Button type="submit" look="destructive" disabled={isPending}>
                {isPending ? secondFactorMessages.turningOff : secondFactorMessages.turnOff}
              </Button>
            </div>
          }
        />
      </div>
    </Dialog>
  );
}

interface CodeFormProps {
  hint: string;
  /** The keyboard of phones; recovery codes have letters. */
  inputMode?: 'numeric';
  onCode: (input: SecondFactorInput) => Promise<void>;
  button: ReactNode;
}

function CodeForm({ hint, inputMode, onCode, button }: CodeFormProps) {
  const form = useForm<SecondFactorInput>({ defaultValues: { code: '' } });
  const code = form.register('code', { validate: (typed) => findCodeFault(typed) ?? true });
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(onCode)(event)} className="flex flex-col gap-4">
      <Field label={secondFactorMessages.code} hint={hint} error={form.formState.errors.code?.message}>
        {(control) => <Input autoComplete="one-time-code" inputMode={inputMode} {...control} {...code} />}
      </Field>
      {button}
    </form>
  );
}

/** Free space that readers need around a code, in modules (ISO/IEC 18004). */
const quietModules = 4;

function drawRow(row: readonly boolean[], y: number): string {
  return row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('');
}

/** A QR code, dark on light in every theme: many readers know nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: quietModules });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-box bg-[white] fill-[black]"
    >
      <path d={data.map(drawRow).join('')} />
    </svg>
  );
}

function enableSecondFactor(payload: SecondFactorInput) {
  return requestConfirmed('POST /api/account/second-factor/enable', { payload });
}

function disableSecondFactor(payload: SecondFactorInput) {
  return requestConfirmed('POST /api/account/second-factor/disable', { payload });
}
