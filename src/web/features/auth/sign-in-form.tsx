import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { TextButton } from '#web/components/ui/text-button.tsx';
import { ForgotPasswordForm } from '#web/features/auth/forgot-password-form.tsx';
import { useSignInForm } from '#web/features/auth/use-sign-in-form.ts';

type SignIn = ReturnType<typeof useSignInForm>;

export function SignInForm() {
  const signIn = useSignInForm();
  const [forgot, setForgot] = useState(false);
  const { form, step, submit, isPending } = signIn;
  if (forgot) return <ForgotPasswordForm email={form.getValues('email')} onBack={() => setForgot(false)} />;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {step === 'password' ? (
        <PasswordStep signIn={signIn} onForgot={() => setForgot(true)} />
      ) : (
        <CodeStep signIn={signIn} />
      )}
      <Button type="submit" disabled={isPending} className="mt-1">
        {isPending ? 'Signing in...' : 'Sign In'}
      </Button>
      {step === 'code' && <TextButton onClick={signIn.startOver}>Back to email and password</TextButton>}
    </form>
  );
}

function PasswordStep({ signIn, onForgot }: { signIn: SignIn; onForgot: () => void }) {
  const { errors } = signIn.form.formState;
  return (
    <>
      <Field label="Email" error={errors.email?.message}>
        {(control) => <Input type="email" autoComplete="username" {...control} {...signIn.fields.email} />}
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        aside={<TextButton onClick={onForgot}>Forgot password?</TextButton>}
      >
        {(control) => (
          <PasswordInput what="password" autoComplete="current-password" {...control} {...signIn.fields.password} />
        )}
      </Field>
    </>
  );
}

function CodeStep({ signIn }: { signIn: SignIn }) {
  return (
    <Field
      label="Code"
      error={signIn.form.formState.errors.code?.message}
      hint="Six digits from your authenticator app, or one of your recovery codes."
    >
      {(control) => <Input autoComplete="one-time-code" spellCheck={false} {...control} {...signIn.fields.code} />}
    </Field>
  );
}
