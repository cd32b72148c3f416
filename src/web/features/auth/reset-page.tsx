import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { findPasswordFault } from '#contract/account-faults.ts';
import { limits } from '#contract/limits.ts';
import type { MessageResponse } from '#contract/messages.ts';
import type { ResetPasswordInput } from '#contract/password.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { passwordMismatch } from '#web/features/auth/password-mismatch.ts';
import { StrengthHint } from '#web/features/auth/password-strength.tsx';
import { reportFailure } from '#web/lib/report-failure.ts';
import { RequestError, request } from '#web/lib/request.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** `/reset#TOKEN`, the link of a mail that was asked for with "Forgot password?". */
export function ResetPage() {
  const token = useFragmentToken();
  const reset = useResetPassword();
  const isUnusable = reset.error instanceof RequestError && reset.error.body.code === 'link_unusable';
  if (token === '' || isUnusable) return <UnusableLink />;
  return (
    <MessageCard title="Set a new password">
      <p className="text-soft">Every device that is signed in to your account will be signed out.</p>
      <ResetForm token={token} reset={reset} />
    </MessageCard>
  );
}

function ResetForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { password: '', confirmation: '' } });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });

  const send = useSingleRun(async ({ password }: { password: string }) => {
    try {
      const { message } = await reset.mutateAsync({ token, password });
      showToast({ title: 'Password Changed', description: message });
    } catch (error) {
      reportFailure(error, 'Not Changed', 'Failed to change the password');
      return;
    }
    await navigate('/auth');
  });
  const submit = form.handleSubmit(send);

  const password = form.register('password', { validate: (text) => findPasswordFault(text) ?? true });
  const confirmation = form.register('confirmation', {
    validate: (text, values) => text === values.password || passwordMismatch,
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 flex w-full flex-col gap-5">
      <Field
        label="New Password"
        error={errors.password?.message}
        aside={<StrengthHint password={typed} />}
        hint={`Must be at least ${limits.passwordMin} characters`}
      >
        {(control) => <PasswordInput what="password" autoComplete="new-password" {...control} {...password} />}
      </Field>
      <Field label="Confirm Password" error={errors.confirmation?.message}>
        {(control) => <PasswordInput what="confirmation" autoComplete="new-password" {...control} {...confirmation} />}
      </Field>
      <Button type="submit" disabled={reset.isPending}>
        {reset.isPending ? 'Changing...' : 'Change password'}
      </Button>
    </form>
  );
}

function UnusableLink() {
  return (
    <MessageCard title="This link no longer works">
      <p className="text-soft">
        It has expired, was already used, or was not copied whole. Links work once and for an hour.
      </p>
      <LinkButton to="/auth">Ask for a new one</LinkButton>
    </MessageCard>
  );
}

/** Sets a new password by a mailed link. Every session of the account has ended then, this browser's too. */
function useResetPassword() {
  return useMutation({
    mutationFn: (payload: ResetPasswordInput) =>
      request<MessageResponse>('/api/auth/password/reset', { method: 'POST', payload }),
    onSuccess: (_answer, _payload, _result, { client }) => forgetSession(client),
  });
}
