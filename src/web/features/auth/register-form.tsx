import { useEffect } from 'react';
import { useForm, useWatch, type FieldErrors } from 'react-hook-form';
import { accountFaults, findPasswordFault } from '#contract/account-faults.ts';
import { limits } from '#contract/limits.ts';
import { findTypedEmailFault, readTypedAddress } from '#contract/account/typed-address.ts';
import { registerMessages as texts } from '#messages/pages/auth.tsx';
import { newPasswordMessages } from '#messages/pages/passwords.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/input.tsx';
import { StrengthHint } from '#web/features/auth/password-strength.tsx';
import { useRegister } from '#web/features/auth/sign-in-calls.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { dismissFault, reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export function RegisterForm() {
  const { form, fields, submit, isPending } = useRegisterForm();
  const { errors } = form.formState;
  useEffect(() => dismissFault, []);
  const typed = useWatch({ control: form.control, name: 'password' });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <AddressField label={texts.email} error={errors.email?.message} autoComplete="username" {...fields.email} />
      <Field
        label={texts.password}
        error={errors.password?.message}
        aside={<StrengthHint password={typed} />}
        hint={newPasswordMessages.hint(limits.passwordMin)}
      >
        {(control) => (
          <PasswordInput
            what={newPasswordMessages.what}
            autoComplete="new-password"
            {...control}
            {...fields.password}
          />
        )}
      </Field>
      <Field label={newPasswordMessages.confirm} error={errors.confirmation?.message}>
        {(control) => (
          <PasswordInput
            what={newPasswordMessages.confirmationWhat}
            autoComplete="new-password"
            {...control}
            {...fields.confirmation}
          />
        )}
      </Field>
      <Button type="submit" disabled={isPending} className="mt-1">
        {isPending ? texts.submitting : texts.submit}
      </Button>
    </form>
  );
}

interface FormInput {
  email: string;
  password: string;
  confirmation: string;
}

/** The two faults that a toast tells as well, beside the fields. */
function reportFaults(errors: FieldErrors<FormInput>): void {
  if (errors.confirmation) {
    showToast({ title: texts.mismatch, description: newPasswordMessages.mismatch, tone: 'destructive' });
  } else if (errors.password?.message === accountFaults.passwordTooShort) {
    showToast({ title: texts.tooShort, description: accountFaults.passwordTooShort, tone: 'destructive' });
  }
}

function useRegisterForm() {
  const register = useRegister();
  const form = useForm<FormInput>({ defaultValues: { email: '', password: '', confirmation: '' } });
  const send = useSingleRun(async ({ email, password }: FormInput) => {
    try {
      await register.mutateAsync({ email: readTypedAddress(email), password });
    } catch (error) {
      if (!showFieldErrors(error, form)) reportFailure(error, texts.failed, texts.failure);
      return;
    }
    showToast({ title: texts.done });
    recordEvent({ name: 'login_success', category: 'authentication', label: 'registration' });
  });

  const fields = {
    email: form.register('email', { validate: (text) => findTypedEmailFault(text) ?? true }),
    password: form.register('password', { validate: (text) => findPasswordFault(text) ?? true }),
    confirmation: form.register('confirmation', {
      validate: (text, { password }) => text === password || newPasswordMessages.mismatch,
    }),
  };
  return { form, fields, submit: form.handleSubmit(send, reportFaults), isPending: register.isPending };
}
