import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Account } from '#contract/account.ts';
import { limits } from '#contract/limits.ts';
import { linkEmailSchema, type LinkEmailInput } from '#contract/methods.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { PasswordInput } from '#web/components/ui/password-input.tsx';
import { linkEmail } from '#web/features/settings/methods/change-methods.ts';
import { useAccountChange } from '#web/features/settings/account.ts';
import { showToast } from '#web/lib/toast.ts';

export function AddPasswordForm({ account }: { account: Account }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="plain" onClick={() => setOpen(true)}>
        Add a password
      </Button>
      {open && <AddPasswordDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
}

function AddPasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const form = useForm<LinkEmailInput>({
    resolver: zodResolver(linkEmailSchema),
    defaultValues: { email: account.email ?? '', password: '' },
  });
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    send: linkEmail,
    onDone: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    failure: 'The password could not be added',
  });

  return (
    <Dialog title="Sign in by email, too" description="The inbox is asked to confirm itself." onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <Input
              type="email"
              autoComplete="username"
              readOnly={account.email !== null}
              {...control}
              {...form.register('email')}
            />
          )}
        </Field>
        <Field
          label="Password"
          hint={`Must be at least ${limits.passwordMin} characters`}
          error={errors.password?.message}
        >
          {(control) => (
            <PasswordInput what="password" autoComplete="new-password" {...control} {...form.register('password')} />
          )}
        </Field>
        <Button type="submit" disabled={isPending}>
          {isPending ? 'Adding...' : 'Add password'}
        </Button>
      </form>
    </Dialog>
  );
}
