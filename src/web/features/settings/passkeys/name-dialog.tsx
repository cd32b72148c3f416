import { useForm } from 'react-hook-form';
import type { MessageResponse } from '#contract/answers.ts';
import { findPasskeyNameFault } from '#contract/account/settings-faults.ts';
import { passkeyMessages as texts } from '#messages/pages/passkeys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { showToast } from '#web/lib/toast.ts';

interface NameDialogProps {
  title: string;
  description: string;
  /** What the field holds at first. */
  name: string;
  submit: string;
  busy: string;
  failure: string;
  send: (name: string) => Promise<MessageResponse>;
  onClose: () => void;
}

/** Asks what a passkey is called, then makes or renames it. */
export function NameDialog({ name, send, onClose, submit, busy, failure, ...about }: NameDialogProps) {
  const form = useForm<{ name: string }>({ defaultValues: { name } });
  const { change, isPending } = useAccountChange({
    send: (input: { name: string }) => send(input.name.trim()),
    onDone: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    failure,
    showFaults: (error) => showFieldErrors(error, form),
  });
  return (
    <Dialog {...about} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <Field label={texts.name} hint={texts.nameHint} error={form.formState.errors.name?.message}>
          {(control) => (
            <Input
              autoComplete="off"
              {...control}
              {...form.register('name', { validate: (text) => findPasskeyNameFault(text) ?? true })}
            />
          )}
        </Field>
        <Button type="submit" disabled={isPending}>
          {isPending ? busy : submit}
        </Button>
      </form>
    </Dialog>
  );
}
