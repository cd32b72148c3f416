import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type FieldErrors } from 'react-hook-form';
import { z } from 'zod';
import { registerSchema } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { PasswordInput } from '#web/features/auth/password-input.tsx';
import { useRegister } from '#web/features/auth/register.ts';
import { explain } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

const mismatch = 'Passwords do not match';
const formSchema = z
  .object({ ...registerSchema.shape, confirmation: z.string() })
  .refine(({ password, confirmation }) => password === confirmation, {
    path: ['confirmation'],
    message: mismatch,
    // Told even while another field is wrong too.
    when: () => true,
  });
type FormInput = z.infer<typeof formSchema>;

const reportFaults = (errors: FieldErrors<FormInput>): void => {
  if (errors.confirmation) {
    showToast({ title: 'Password Mismatch', description: mismatch, tone: 'destructive' });
  } else if (errors.password?.type === 'too_small') {
    const description = `Password must be at least ${limits.passwordMin} characters`;
    showToast({ title: 'Password Too Short', description, tone: 'destructive' });
  }
};

export const RegisterForm = () => {
  const register = useRegister();
  const form = useForm<FormInput>({
    resolver: zodResolver(formSchema),
    defaultValues: { email: '', password: '', confirmation: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async ({ email, password }) => {
    try {
      await register.mutateAsync({ email, password });
    } catch (error) {
      const description = explain(error, 'Failed to create account');
      showToast({ title: 'Registration Failed', description, tone: 'destructive' });
      return;
    }
    showToast({ title: 'Registration Successful' });
  }, reportFaults);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input type="email" autoComplete="username" {...control} {...form.register('email')} />}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        hint={`Must be at least ${limits.passwordMin} characters`}
      >
        {(control) => (
          <PasswordInput what="password" autoComplete="new-password" {...control} {...form.register('password')} />
        )}
      </Field>
      <Field label="Confirm Password" error={errors.confirmation?.message}>
        {(control) => (
          <PasswordInput
            what="confirmation"
            autoComplete="new-password"
            {...control}
            {...form.register('confirmation')}
          />
        )}
      </Field>
      <Button type="submit" disabled={register.isPending} className="mt-1">
        {register.isPending ? 'Creating account...' : 'Create Account'}
      </Button>
    </form>
  );
};
