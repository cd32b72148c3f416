import { Suspense, useState, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { accountFaults } from '#contract/account-faults.ts';
import { signInMessages as texts } from '#messages/pages/auth.tsx';
import { requestMessages } from '#messages/pages/shell.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input, PasswordInput } from '#web/components/ui/input.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { useSignIn } from '#web/features/auth/sign-in-calls.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { RequestError } from '#web/lib/request.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** In the place of a part of the page that could not be loaded. */
export function NotLoaded() {
  return (
    <p role="alert" className="text-small text-gone">
      {requestMessages.noAnswer}
    </p>
  );
}

const ForgotPasswordForm = lazyPart(
  async () => (await import('#web/features/auth/forgot-password-form.tsx')).ForgotPasswordForm,
  NotLoaded,
);
const LockedFactor = lazyPart(
  async () => (await import('#web/features/auth/locked-factor.tsx')).LockedFactor,
  NotLoaded,
);

type SignIn = ReturnType<typeof useSignInForm>;

export function SignInForm() {
  const signIn = useSignInForm();
  const [forgot, setForgot] = useState(false);
  const { form, step, submit, isPending } = signIn;
  if (forgot) {
    return (
      <Suspense>
        <ForgotPasswordForm email={form.getValues('email')} onBack={() => setForgot(false)} />
      </Suspense>
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {step === 'password' ? (
        <PasswordStep signIn={signIn} onForgot={() => setForgot(true)} />
      ) : (
        <CodeStep signIn={signIn} />
      )}
      <Button type="submit" disabled={isPending} className="mt-1">
        {isPending ? texts.submitting : texts.submit}
      </Button>
      {step === 'code' && <TextButton onClick={signIn.startOver}>{texts.startOver}</TextButton>}
    </form>
  );
}

function PasswordStep({ signIn, onForgot }: { signIn: SignIn; onForgot: () => void }) {
  const { errors } = signIn.form.formState;
  return (
    <>
      <Field label={texts.email} error={errors.email?.message}>
        {(control) => <Input type="email" autoComplete="username webauthn" {...control} {...signIn.fields.email} />}
      </Field>
      <Field
        label={texts.password}
        error={errors.password?.message}
        aside={<TextButton onClick={onForgot}>{texts.forgot}</TextButton>}
      >
        {(control) => (
          <PasswordInput what={texts.what} autoComplete="current-password" {...control} {...signIn.fields.password} />
        )}
      </Field>
    </>
  );
}

function CodeStep({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <Field label={texts.code} error={signIn.form.formState.errors.code?.message} hint={signIn.hint}>
        {(control) => <Input autoComplete="one-time-code" spellCheck={false} {...control} {...signIn.fields.code} />}
      </Field>
      {signIn.isLocked && (
        <Suspense>
          <LockedFactor credentials={signIn.form.getValues()} />
        </Suspense>
      )}
    </>
  );
}

interface FormInput {
  email: string;
  password: string;
  code: string;
}

/** What is asked for: first the password, then a code where a second factor is on. */
type Step = 'password' | 'code';

/** Signing in by password. What was typed stays, whichever step fails. */
function useSignInForm() {
  const signIn = useSignIn();
  const [step, setStep] = useState<Step>('password');
  const [isLocked, setLocked] = useState(false);
  const [hint, setHint] = useState(texts.codeHint);
  // None for email and password: what the browser has filled in before us stays.
  const form = useForm<FormInput>({ defaultValues: { code: '' } });
  const { setFocus, setError, setValue } = form;

  useEffect(() => {
    if (step === 'code') setFocus('code');
  }, [step, setFocus]);

  const handleFailure = (error: unknown): void => {
    const code = error instanceof RequestError ? error.body.code : undefined;
    if (code === 'second_factor_required' || code === 'passkey_required') {
      setStep('code');
      setHint(code === 'passkey_required' ? texts.passkeyHint : texts.codeHint);
    } else if ((code === 'wrong_code' || code === 'second_factor_locked') && error instanceof RequestError) {
      setStep('code');
      setLocked(code === 'second_factor_locked');
      setError('code', { message: error.message }, { shouldFocus: true });
    } else {
      reportFailure(error, texts.failed, texts.failure);
    }
  };

  const send = useSingleRun(async ({ email, password, code }: FormInput) => {
    try {
      await signIn.mutateAsync({ email, password, ...(step === 'code' && { code }) });
    } catch (error) {
      handleFailure(error);
      return;
    }
    showToast({ title: texts.done });
    recordEvent({ name: 'login_success', category: 'authentication', label: 'email_login' });
  });

  const fields = {
    email: form.register('email', { validate: (text) => text.trim() !== '' || accountFaults.email }),
    password: form.register('password', { validate: (text) => text !== '' || accountFaults.passwordMissing }),
    code: form.register('code', {
      validate: (text) => step !== 'code' || text.trim() !== '' || texts.codeRequired,
    }),
  };
  const startOver = (): void => {
    setValue('code', '');
    setStep('password');
    setLocked(false);
  };
  return {
    form,
    fields,
    step,
    isLocked,
    hint,
    submit: form.handleSubmit(send),
    isPending: signIn.isPending,
    startOver,
  };
}
