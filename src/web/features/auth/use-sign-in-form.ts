import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { accountFaults } from '#contract/account-faults.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { recordEvent } from '#web/lib/record-event.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { RequestError } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface FormInput {
  email: string;
  password: string;
  code: string;
}

/** What is asked for: first the password, then a code where a second factor is on. */
type Step = 'password' | 'code';

/** Signing in by password. What was typed stays, whichever step fails. */
export function useSignInForm() {
  const signIn = useSignIn();
  const [step, setStep] = useState<Step>('password');
  // None for email and password: what the browser has filled in before us stays.
  const form = useForm<FormInput>({ defaultValues: { code: '' } });
  const { setFocus, setError, setValue } = form;

  useEffect(() => {
    if (step === 'code') setFocus('code');
  }, [step, setFocus]);

  const handleFailure = (error: unknown): void => {
    const code = error instanceof RequestError ? error.body.code : undefined;
    if (code === 'second_factor_required') {
      setStep('code');
    } else if (code === 'wrong_code' && error instanceof RequestError) {
      setStep('code');
      setError('code', { message: error.message }, { shouldFocus: true });
    } else {
      reportFailure(error, 'Login Failed', 'Invalid email or password');
    }
  };

  const send = useSingleRun(async ({ email, password, code }: FormInput) => {
    try {
      await signIn.mutateAsync({ email, password, ...(step === 'code' && { code }) });
    } catch (error) {
      handleFailure(error);
      return;
    }
    showToast({ title: 'Login Successful' });
    recordEvent({ name: 'login_success', category: 'authentication', label: 'email_login' });
  });

  const fields = {
    email: form.register('email', { validate: (text) => text.trim() !== '' || accountFaults.email }),
    password: form.register('password', { validate: (text) => text !== '' || accountFaults.passwordMissing }),
    code: form.register('code', {
      validate: (text) => step !== 'code' || text.trim() !== '' || 'Code is required',
    }),
  };
  const startOver = (): void => {
    setValue('code', '');
    setStep('password');
  };
  return { form, fields, step, submit: form.handleSubmit(send), isPending: signIn.isPending, startOver };
}
