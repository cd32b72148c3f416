import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { Account } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import type { MessageResponse } from '#contract/messages.ts';
import { changePasswordSchema, type ChangePasswordInput } from '#contract/password.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { request } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

const emptyForm: ChangePasswordInput = { currentPassword: '', newPassword: '' };

function changePassword(payload: ChangePasswordInput) {
  return request<MessageResponse>('/api/auth/password/change', { method: 'POST', payload });
}

export function PasswordSection({ account }: { account: Account }) {
  const form = useForm<ChangePasswordInput>({
    resolver: zodResolver(changePasswordSchema),
    defaultValues: emptyForm,
  });
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    send: changePassword,
    onDone: ({ message }) => {
      showToast({ title: message, description: 'All other sessions have ended.' });
      form.reset(emptyForm);
    },
    failure: 'The password could not be changed',
  });

  return (
    <SettingsSection title="Password" description="A new one signs you out everywhere else.">
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(change)(event)}
        className="flex max-w-md flex-col gap-5"
      >
        {/* So that password managers know whose password changes. */}
        <input type="text" autoComplete="username" value={account.email ?? ''} readOnly hidden />
        <Field label="Current password" error={errors.currentPassword?.message}>
          {(control) => (
            <PasswordInput
              what="current password"
              autoComplete="current-password"
              {...control}
              {...form.register('currentPassword')}
            />
          )}
        </Field>
        <Field
          label="New password"
          hint={`Must be at least ${limits.passwordMin} characters`}
          error={errors.newPassword?.message}
        >
          {(control) => (
            <PasswordInput
              what="new password"
              autoComplete="new-password"
              {...control}
              {...form.register('newPassword')}
            />
          )}
        </Field>
        <Button type="submit" disabled={isPending} className="self-start">
          {isPending ? 'Changing...' : 'Change password'}
        </Button>
      </form>
    </SettingsSection>
  );
}
