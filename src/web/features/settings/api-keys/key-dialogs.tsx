import { useForm } from 'react-hook-form';
import { findApiKeyNameFault } from '#contract/account-faults.ts';
import type { CreateApiKeyInput, NewApiKey } from '#contract/account.ts';
import { apiKeyScopes } from '#contract/api-keys.ts';
import { apiKeyMessages } from '#messages/pages/settings.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input, Select } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { createApiKey } from '#web/features/settings/api-keys/api-keys.ts';

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (apiKey: NewApiKey) => void;
}

const offeredDays = [30, 90, 365];

function readDays(value: string): number | undefined {
  return value === '' ? undefined : Number(value);
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const form = useForm<CreateApiKeyInput>({ defaultValues: { name: '', scope: 'aliases' } });
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    send: createApiKey,
    onDone: ({ apiKey }) => onCreated(apiKey),
    failure: apiKeyMessages.createFailure,
  });
  const name = form.register('name', { validate: (text) => findApiKeyNameFault(text) ?? true });
  return (
    <Dialog title={apiKeyMessages.createTitle} description={apiKeyMessages.createDescription} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <Field label={apiKeyMessages.name} hint={apiKeyMessages.nameHint} error={errors.name?.message}>
          {(control) => <Input autoComplete="off" {...control} {...name} />}
        </Field>
        <Field label={apiKeyMessages.scope}>
          {(control) => (
            <Select {...control} {...form.register('scope')}>
              {apiKeyScopes.map((scope) => (
                <option key={scope} value={scope}>
                  {apiKeyMessages.scopes[scope]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={apiKeyMessages.expiresAfter}>
          {(control) => (
            <Select {...control} {...form.register('days', { setValueAs: readDays })}>
              <option value="">{apiKeyMessages.never}</option>
              {offeredDays.map((days) => (
                <option key={days} value={days}>
                  {apiKeyMessages.life(days)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" disabled={isPending}>
          {isPending ? apiKeyMessages.creating : apiKeyMessages.createSubmit}
        </Button>
      </form>
    </Dialog>
  );
}

/** The only time this key is seen. */
export function NewKeyDialog({ apiKey, onClose }: { apiKey: NewApiKey; onClose: () => void }) {
  return (
    <Dialog keepOpen title={apiKeyMessages.newTitle} description={apiKeyMessages.newDescription} onClose={onClose}>
      <div className="mt-5 flex flex-col gap-4">
        <CopiedLine name={apiKeyMessages.key} text={apiKey.key} />
        <CopiedLine name={apiKeyMessages.serverUrl} text={window.location.origin} />
        <Button className="self-end" onClick={onClose}>
          {apiKeyMessages.keptIt}
        </Button>
      </div>
    </Dialog>
  );
}
