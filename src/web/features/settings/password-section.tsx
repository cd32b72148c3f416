import { useForm } from 'react-hook-form';
import { findCurrentPasswordFault, findPasswordFault } from '#contract/account-faults.ts';
import type { Account } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import type { ChangePasswordInput } from '#contract/sign-in.ts';
import { passwordMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { Section } from '#web/components/section.tsx';
import { request } from '#web/lib/request.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { showToast } from '#web/lib/toast.ts';

const emptyForm: ChangePasswordInput = { currentPassword: '', newPassword: '' };

function changePassword(payload: ChangePasswordInput) {
  return request('POST /api/auth/password/change', { payload });
}

export function PasswordSection({ account }: { account: Account }) {
  const form = useForm<ChangePasswordInput>({ defaultValues: emptyForm });
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    send: changePassword,
    onDone: ({ message }) => {
      showToast({ title: message, description: passwordMessages.othersEnded });
      form.reset(emptyForm);
    },
    failure: passwordMessages.failure,
    showFaults: (error) => showFieldErrors(error, form),
  });

  return (
    <Section title={passwordMessages.title} description={passwordMessages.description}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(change)(event)}
        className="flex max-w-md flex-col gap-5"
      >
        {/* So that password managers know whose password changes. */}
        <input type="text" autoComplete="username" value={account.email ?? ''} readOnly hidden />
        <Field label={passwordMessages.current} error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput
              what={passwordMessages.currentWhat}
              autoComplete="current-password"
              {...control}
              {...form.register('currentPassword', { validate: (text) => findCurrentPasswordFault(text) ?? true })}
            />
          )}
        </Field>
        <Field
          label={passwordMessages.next}
          hint={passwordMessages.hint(limits.passwordMin)}
          error={errors.newPassword?.message}
        >
          {(control) => (
            <PasswordInput
              what={passwordMessages.nextWhat}
              autoComplete="new-password"
              {...control}
              {...form.register('newPassword', { validate: (text) => findPasswordFault(text) ?? true })}
            />
          )}
        </Field>
        <Button type="submit" disabled={isPending} className="self-start">
          {isPending ? passwordMessages.changing : passwordMessages.change}
        </Button>
      </form>
    </Section>
  );
}
