import { Suspense, useEffect, useEffectEvent, useId, useRef, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { accountFaults } from '#contract/account-faults.ts';
import { readTypedAddress } from '#contract/account/typed-address.ts';
import { signInMessages as texts } from '#messages/pages/auth.tsx';
import { requestMessages } from '#messages/pages/shell.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { Input, PasswordInput } from '#web/components/ui/input.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { useSignIn } from '#web/features/auth/sign-in-calls.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { explain, RequestError } from '#web/lib/request.ts';
import { dismissFault, reportFailure, showToast } from '#web/lib/toast.ts';
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

interface SignInFormProps {
  /** The ways in beside the password, or those that may come after it. */
  children: (isSecond: boolean) => ReactNode;
}

export function SignInForm({ children }: SignInFormProps) {
  const signIn = useSignInForm();
  const { form, step, setStep, submit, isPending } = signIn;
  if (step === 'forgot') {
    return (
      <>
        {/* As high as what comes. */}
        <Suspense fallback={<div className="h-69" />}>
          <ForgotPasswordForm email={form.getValues('email')} onBack={() => setStep('password')} />
        </Suspense>
        {children(false)}
      </>
    );
  }
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5 last:pb-6">
        {step === 'password' ? <PasswordStep signIn={signIn} /> : <CodeStep signIn={signIn} />}
        <Button type="submit" disabled={isPending} className="mt-1">
          {isPending ? texts.submitting : texts.submit}
        </Button>
        {step !== 'password' && <TextButton onClick={signIn.startOver}>{texts.startOver}</TextButton>}
      </form>
      {step !== 'code' && children(step === 'passkey')}
    </>
  );
}

/** Before it is asked for, so that nobody waits for it. */
const loadForgotten = (): void => void ForgotPasswordForm.load();

function PasswordStep({ signIn: { form, fields, setStep } }: { signIn: SignIn }) {
  const { errors } = form.formState;
  const refusedId = useId();
  const refused = errors.root?.type === 'wrong_credentials' && { 'aria-invalid': true, 'aria-describedby': refusedId };
  return (
    <>
      <AddressField
        label={texts.email}
        error={errors.email?.message}
        autoComplete="username webauthn"
        {...refused}
        {...fields.email}
      />
      <Field
        label={texts.password}
        error={errors.password?.message}
        aside={
          <TextButton onPointerEnter={loadForgotten} onFocus={loadForgotten} onClick={() => setStep('forgot')}>
            {texts.forgot}
          </TextButton>
        }
      >
        {(control) => (
          <PasswordInput
            what={texts.what}
            autoComplete="current-password"
            {...control}
            {...refused}
            {...fields.password}
          />
        )}
      </Field>
      {errors.root && (
        <p id={refusedId} role="alert" className="text-small text-gone">
          {errors.root.message}
        </p>
      )}
    </>
  );
}

const codeTexts = {
  code: { title: texts.codeTitle, hint: texts.codeHint },
  passkey: { title: texts.passkeyTitle, hint: texts.passkeyHint },
};

function CodeStep({ signIn }: { signIn: SignIn }) {
  const hintId = useId();
  const { title, hint } = codeTexts[signIn.step === 'passkey' ? 'passkey' : 'code'];
  return (
    <>
      <div>
        <h2 className="text-lead font-semibold">{title}</h2>
        <p id={hintId} className="mt-1 text-soft">
          {hint}
        </p>
      </div>
      <Field label={texts.code} error={signIn.form.formState.errors.code?.message}>
        {(control) => (
          <Input
            autoComplete="one-time-code"
            spellCheck={false}
            {...control}
            aria-describedby={control['aria-describedby'] ?? hintId}
            {...signIn.fields.code}
          />
        )}
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

/** What is asked for: first the password, then a code where a second factor is on, or a passkey. */
type Step = 'password' | 'forgot' | 'code' | 'passkey';

/** Each step begins at its first empty field, and leaves no fault of the one before on the screen. */
function useStep(focus: (field: 'password' | 'code') => void) {
  const [step, setStep] = useState<Step>('password');
  const before = useRef(step);
  const arrive = useEffectEvent(() => {
    if (before.current === step) return;
    before.current = step;
    if (step !== 'forgot') focus(step === 'password' ? 'password' : 'code');
  });
  useEffect(() => {
    arrive();
    return dismissFault;
  }, [step]);
  return [step, setStep] as const;
}

/** Signing in by password. What was typed stays, whichever step fails. */
function useSignInForm() {
  const signIn = useSignIn();
  const [isLocked, setLocked] = useState(false);
  // None for email and password: what the browser has filled in before us stays.
  const form = useForm<FormInput>({ defaultValues: { code: '' } });
  const { setFocus, setError, setValue } = form;
  const [step, setStep] = useStep(setFocus);
  const asksCode = step === 'code' || step === 'passkey';

  const handleFailure = (error: unknown): void => {
    const code = error instanceof RequestError ? error.body.code : undefined;
    if (code === 'second_factor_required' || code === 'passkey_required') {
      setStep(code === 'passkey_required' ? 'passkey' : 'code');
    } else if (code === 'wrong_code' || code === 'second_factor_locked') {
      setStep(step === 'passkey' ? step : 'code');
      setLocked(code === 'second_factor_locked');
      setError('code', { message: explain(error, texts.failure) }, { shouldFocus: true });
    } else {
      if (code === 'wrong_credentials' || code === 'account_locked') {
        setError('root', { type: code, message: explain(error, texts.failure) });
        setFocus('password');
      }
      reportFailure(error, texts.failed, texts.failure);
    }
  };

  const send = useSingleRun(async ({ email, password, code }: FormInput) => {
    try {
      await signIn.mutateAsync({ email: readTypedAddress(email), password, ...(asksCode && { code }) });
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
      validate: (text) => !asksCode || text.trim() !== '' || texts.codeRequired,
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
    setStep,
    isLocked,
    submit: form.handleSubmit(send),
    isPending: signIn.isPending,
    startOver,
  };
}
