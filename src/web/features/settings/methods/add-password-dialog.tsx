import { useForm } from 'react-hook-form';
import { findPasswordFault } from '#contract/account-faults.ts';
import type { Account } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import type { LinkEmailInput } from '#contract/sign-in.ts';
import { findKnownEmailFault, findTypedEmailFault, readTypedAddress } from '#contract/account/typed-address.ts';
import { methodMessages, passwordMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { showToast } from '#web/lib/toast.ts';

export function AddPasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const form = useForm<LinkEmailInput>({ defaultValues: { email: account.email ?? '', password: '' } });
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    send: linkEmail,
    onDone: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    failure: methodMessages.addPasswordFailure,
    showFaults: (error) => showFieldErrors(error, form),
  });

  return (
    <Dialog
      title={methodMessages.addPasswordTitle}
      description={methodMessages.addPasswordDescription}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <AddressField
          label={passwordMessages.email}
          error={errors.email?.message}
          autoComplete="username"
          initial={account.email ?? ''}
          readOnly={account.email !== null}
          {...form.register('email', {
            validate: (text) =>
              (account.email === null ? findTypedEmailFault(text) : findKnownEmailFault(text)) ?? true,
          })}
        />
        <Field
          label={passwordMessages.password}
          hint={passwordMessages.hint(limits.passwordMin)}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput
              what={passwordMessages.what}
              autoComplete="new-password"
              {...control}
              {...form.register('password', { validate: (text) => findPasswordFault(text) ?? true })}
            />
          )}
        </Field>
        <Button type="submit" disabled={isPending}>
          {isPending ? methodMessages.addingPassword : methodMessages.addPasswordSubmit}
        </Button>
      </form>
    </Dialog>
  );
}

function linkEmail({ email, password }: LinkEmailInput) {
  const payload = { email: readTypedAddress(email), password };
  return requestConfirmed('POST /api/account/methods/email', { payload });
}
