import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { createApiKeySchema, type CreateApiKeyInput, type NewApiKey } from '#contract/api-keys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { createApiKey } from '#web/features/settings/api-keys/api-keys.ts';
import { useAccountChange } from '#web/features/settings/use-account-change.ts';

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
