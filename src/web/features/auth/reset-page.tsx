import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { findPasswordFault } from '#contract/account-faults.ts';
import { limits } from '#contract/limits.ts';
import type { ResetPasswordInput } from '#contract/sign-in.ts';
import { resetMessages as texts } from '#messages/pages/password-reset.ts';
import { newPasswordMessages } from '#messages/pages/passwords.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { PasswordInput } from '#web/components/ui/input.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { ProgramChoice, usePrograms } from '#web/features/auth/program-choice.tsx';
import { StrengthHint } from '#web/features/auth/password-strength.tsx';
import { RequestError, request } from '#web/lib/request.ts';
import { navigate } from '#web/lib/router/navigate.ts';
import { forgetSession } from '#web/lib/session.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** `/reset#TOKEN`, the link of a mail that was asked for with "Forgot password?". */
export function ResetPage() {
  const token = useFragmentToken();
  const reset = useResetPassword();
  const isUnusable = reset.error instanceof RequestError && reset.error.body.code === 'link_unusable';
  if (token === '' || isUnusable) return <UnusableLink />;
  return (
    <MessageCard title={texts.title}>
      <p className="text-soft">{texts.description}</p>
      <ResetForm token={token} reset={reset} />
    </MessageCard>
  );
}

function ResetForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const form = useForm({ defaultValues: { password: '', confirmation: '' } });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control, name: 'password' });
  const programs = usePrograms(token);
  const [keep, setKeep] = useState<readonly string[]>([]);

  const send = useSingleRun(async ({ password }: { password: string }) => {
    try {
      const { message } = await reset.mutateAsync({ token, password, keep: [...keep] });
      showToast({ title: texts.changed, description: message });
    } catch (error) {
      if (!showFieldErrors(error, form)) reportFailure(error, texts.notChanged, texts.failure);
      return;
    }
    navigate('/auth');
  });
  const submit = form.handleSubmit(send);

  const password = form.register('password', { validate: (text) => findPasswordFault(text) ?? true });
  const confirmation = form.register('confirmation', {
    validate: (text, values) => text === values.password || newPasswordMessages.mismatch,
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 flex w-full flex-col gap-5">
      <Field
        label={texts.password}
        error={errors.password?.message}
        aside={<StrengthHint password={typed} />}
        hint={newPasswordMessages.hint(limits.passwordMin)}
      >
        {(control) => (
          <PasswordInput what={newPasswordMessages.what} autoComplete="new-password" {...control} {...password} />
        )}
      </Field>
      <Field label={newPasswordMessages.confirm} error={errors.confirmation?.message}>
        {(control) => (
          <PasswordInput
            what={newPasswordMessages.confirmationWhat}
            autoComplete="new-password"
            {...control}
            {...confirmation}
          />
        )}
      </Field>
      <ProgramChoice programs={programs} keep={keep} onKeep={setKeep} />
      <Button type="submit" disabled={reset.isPending || programs.isPending}>
        {reset.isPending ? texts.changing : texts.change}
      </Button>
    </form>
  );
}

function UnusableLink() {
  return (
    <MessageCard title={texts.unusable}>
      <p className="text-soft">{texts.unusableDescription(limits.resetLinkHours)}</p>
      <LinkButton to="/auth">{texts.askAgain}</LinkButton>
    </MessageCard>
  );
}

/** Sets a new password by a mailed link. Every session of the account has ended then, this browser's too. */
function useResetPassword() {
  return useMutation({
    mutationFn: (payload: ResetPasswordInput) => request('POST /api/auth/password/reset', { payload }),
    onSuccess: (_answer, _payload, _result, { client }) => forgetSession(client),
  });
}
