import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { loginSchema, type LoginInput } from '#contract/accounts.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { PasswordInput } from '#web/features/auth/password-input.tsx';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { explain } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

export const SignInForm = () => {
  const signIn = useSignIn();
  const form = useForm<LoginInput>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    try {
      await signIn.mutateAsync(input);
    } catch (error) {
      showToast({
        title: 'Login Failed',
        description: explain(error, 'Invalid email or password'),
        tone: 'destructive',
      });
      return;
    }
    showToast({ title: 'Login Successful' });
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input type="email" autoComplete="username" {...control} {...form.register('email')} />}
      </Field>
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput what="password" autoComplete="current-password" {...control} {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" disabled={signIn.isPending} className="mt-1">
        {signIn.isPending ? 'Signing in...' : 'Sign In'}
      </Button>
    </form>
  );
};
