import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { findCodeFault } from '#contract/account-faults.ts';
import type { SecondFactorInput } from '#contract/sign-in.ts';
import { passkeySignInMessages as texts } from '#messages/pages/passkeys.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { explain, request } from '#web/lib/request.ts';
import { rememberSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** The way in for those who lost the passkeys that were their only one. */
export function RecoverDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<SecondFactorInput>({ defaultValues: { code: '' } });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (payload: SecondFactorInput) => request('POST /api/auth/passkey/recover', { payload }),
    onSuccess: (answer, _payload, _result, { client }) => rememberSession(client, answer),
  });
  const recover = useSingleRun(async (input: SecondFactorInput) => {
    try {
      await mutateAsync(input);
    } catch (error) {
      form.setError('code', { message: explain(error, texts.recoverFailure) }, { shouldFocus: true });
      return;
    }
    showToast({ title: texts.done, description: texts.recovered });
  });
  const code = form.register('code', { validate: (typed) => findCodeFault(typed) ?? true });
  return (
    <Dialog title={texts.recoverTitle} description={texts.recoverDescription} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => void form.handleSubmit(recover)(event)}
        className="mt-5 flex flex-col gap-4"
      >
        <Field label={texts.code} error={form.formState.errors.code?.message}>
          {(control) => <Input autoComplete="off" spellCheck={false} {...control} {...code} />}
        </Field>
        <Button type="submit" disabled={isPending}>
          {isPending ? texts.submitting : texts.submit}
        </Button>
      </form>
    </Dialog>
  );
}
