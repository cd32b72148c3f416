import { useForm, useWatch, type FieldErrors } from 'react-hook-form';
import { accountFaults, findEmailFault, findPasswordFault } from '#contract/account-faults.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { passwordMismatch } from '#web/features/auth/password-mismatch.ts';
import { useRegister } from '#web/features/auth/sign-in-calls.ts';
import { StrengthHint } from '#web/features/auth/password-strength.tsx';
import { recordEvent } from '#web/lib/record-event.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface FormInput {
  email: string;
  password: string;
  confirmation: string;
}

/** The two faults that a toast tells as well, beside the fields. */
function reportFaults(errors: FieldErrors<FormInput>): void {
  if (errors.confirmation) {
    showToast({ title: 'Password Mismatch', description: passwordMismatch, tone: 'destructive' });
  } else if (errors.password?.message === accountFaults.passwordTooShort) {
    showToast({ title: 'Password Too Short', description: accountFaults.passwordTooShort, tone: 'destructive' });
  }
}

export function RegisterForm() {
  const register = useRegister();
  const form = useForm<FormInput>({ defaultValues: { email: '', password: '', confirmation: '' } });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });

  const send = useSingleRun(async ({ email, password }: FormInput) => {
    try {
      await register.mutateAsync({ email, password });
    } catch (error) {
      reportFailure(error, 'Registration Failed', 'Failed to create account');
      return;
    }
    showToast({ title: 'Registration Successful' });
    recordEvent({ name: 'login_success', category: 'authentication', label: 'registration' });
  });
  const submit = form.handleSubmit(send, reportFaults);

  const fields = {
    email: form.register('email', { validate: (text) => findEmailFault(text) ?? true }),
    password: form.register('password', { validate: (text) => findPasswordFault(text) ?? true }),
    confirmation: form.register('confirmation', {
      validate: (text, { password }) => text === password || passwordMismatch,
    }),
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input type="email" autoComplete="username" {...control} {...fields.email} />}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        aside={<StrengthHint password={typed} />}
        hint={`Must be at least ${limits.passwordMin} characters`}
      >
        {(control) => <PasswordInput what="password" autoComplete="new-password" {...control} {...fields.password} />}
      </Field>
      <Field label="Confirm Password" error={errors.confirmation?.message}>
        {(control) => (
          <PasswordInput what="confirmation" autoComplete="new-password" {...control} {...fields.confirmation} />
        )}
      </Field>
      <Button type="submit" disabled={register.isPending} className="mt-1">
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
}
