import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { limits } from '#contract/limits.ts';
import { findKnownEmailFault, readTypedAddress } from '#contract/account/typed-address.ts';
import { forgotPasswordMessages } from '#messages/pages/password-reset.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField } from '#web/components/ui/field.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { useRequestResetLink } from '#web/features/auth/sign-in-calls.ts';
import { reportFailure } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface ForgotPasswordFormProps {
  /** What was typed before the password was missed. */
  email: string;
  onBack: () => void;
}

/** Asks for a link by which to choose a new password. */
export function ForgotPasswordForm({ email, onBack }: ForgotPasswordFormProps) {
  const link = useRequestResetLink();
  const form = useForm({ defaultValues: { email } });
  const { setFocus } = form;
  useEffect(() => setFocus('email'), [setFocus]);

  const send = useSingleRun(async (input: { email: string }) => {
    try {
      await link.mutateAsync({ email: readTypedAddress(input.email) });
    } catch (error) {
      reportFailure(error, forgotPasswordMessages.notSent, forgotPasswordMessages.failure);
    }
  });
  const submit = form.handleSubmit(send);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <div>
        <h2 className="text-lead font-semibold">{forgotPasswordMessages.title}</h2>
        <p className="mt-1 text-soft">{forgotPasswordMessages.description(limits.resetLinkHours)}</p>
        <div role="status">{link.data && <p className="mt-3 text-small text-on">{link.data.message}</p>}</div>
      </div>
      <AddressField
        label={forgotPasswordMessages.email}
        error={form.formState.errors.email?.message}
        autoComplete="username"
        initial={email}
        {...form.register('email', { validate: (text) => findKnownEmailFault(text) ?? true })}
      />
      <Button type="submit" disabled={link.isPending}>
        {link.isPending ? forgotPasswordMessages.sending : forgotPasswordMessages.send}
      </Button>
      <TextButton onClick={onBack}>{forgotPasswordMessages.back}</TextButton>
    </form>
  );
}
