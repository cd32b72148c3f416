import { zodResolver } from '@hookform/resolvers/zod';
import { Copy } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { createApiKeySchema, type CreateApiKeyInput, type NewApiKey, type ApiKey } from '#contract/api-keys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { createApiKey, revokeApiKey } from '#web/features/settings/api-keys/api-keys.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { showToast } from '#web/lib/toast.ts';

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (apiKey: NewApiKey) => void;
}

const lives = [
  { days: 30, text: '30 days' },
  { days: 90, text: '90 days' },
  { days: 365, text: 'A year' },
];

function readDays(value: string): number | undefined {
  return value === '' ? undefined : Number(value);
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const form = useForm<CreateApiKeyInput>({
    resolver: zodResolver(createApiKeySchema),
    defaultValues: { name: '' },
  });
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    send: createApiKey,
    onDone: ({ apiKey }) => onCreated(apiKey),
    failure: 'The key could not be created',
  });
  return (
    <Dialog
      title="Create an API key"
      description="One for each program, so that each can be revoked."
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <Field label="Name" hint="Such as Bitwarden on my phone." error={errors.name?.message}>
          {(control) => <Input autoComplete="off" {...control} {...form.register('name')} />}
        </Field>
        <Field label="Expires after">
          {(control) => (
            <Select {...control} {...form.register('days', { setValueAs: readDays })}>
              <option value="">Never</option>
              {lives.map(({ days, text }) => (
                <option key={days} value={days}>
                  {text}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Creating...' : 'Create'}
        </Button>
      </form>
    </Dialog>
  );
}

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

interface RevokeKeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
  /** What has the focus once the button that was clicked is gone. */
  returnFocus: () => HTMLElement | null;
}

export function RevokeKeyDialog({ apiKey, onClose, returnFocus }: RevokeKeyDialogProps) {
  const { change, isPending } = useAccountChange({
    send: revokeApiKey,
    onDone: ({ message }) => showToast({ title: message }),
    failure: 'The key could not be revoked',
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Revoke ${apiKey.name}?`}
      description="The program that uses it loses its access at once. The aliases it made stay."
      cancelText="Keep it"
      confirmText="Revoke"
      busyText="Revoking..."
      busy={isPending}
      returnFocus={returnFocus}
      onConfirm={() => void change(apiKey.id).then(onClose)}
    />
  );
}
