import { useForm } from 'react-hook-form';
import type { Account, Profile } from '#contract/account.ts';
import { findImageUrlFault, findProfileNameFault } from '#contract/account/settings-faults.ts';
import { profileDialogMessages as texts } from '#messages/pages/account/profile.ts';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { request } from '#web/lib/request.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { showToast } from '#web/lib/toast.ts';

type Fields = Record<keyof Profile, string>;

function saveProfile(payload: Fields) {
  return request('PUT /api/account/profile', { payload });
}

/** The three fields of the profile, each of which may stay empty. */
export function ProfileDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const form = useForm<Fields>({
    defaultValues: {
      firstName: account.firstName ?? '',
      lastName: account.lastName ?? '',
      profileImageUrl: account.profileImageUrl ?? '',
    },
  });
  const google = useConfig()?.google ?? false;
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    send: saveProfile,
    onDone: ({ message }) => {
      showToast({ title: message });
      onClose();
    },
    failure: texts.saveFailure,
    showFaults: (error) => showFieldErrors(error, form),
  });
  const field = (name: keyof Profile, find: (text: string) => string | null) =>
    form.register(name, { validate: (text) => find(text) ?? true });
  return (
    <Dialog title={texts.title} description={texts.description} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <Field label={texts.firstName} error={errors.firstName?.message}>
          {(control) => <Input autoComplete="given-name" {...control} {...field('firstName', findProfileNameFault)} />}
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message}>
          {(control) => <Input autoComplete="family-name" {...control} {...field('lastName', findProfileNameFault)} />}
        </Field>
        <Field label={texts.imageUrl} hint={texts.imageUrlHint} error={errors.profileImageUrl?.message}>
          {(control) => (
            <Input type="url" autoComplete="photo" {...control} {...field('profileImageUrl', findImageUrlFault)} />
          )}
        </Field>
        <Button type="submit" disabled={isPending}>
          {isPending ? texts.saving : texts.save}
        </Button>
        {account.google && google && (
          <a href="/api/auth/google?purpose=profile" className={buttonClasses('plain', 'normal')}>
            {texts.fromGoogle}
          </a>
        )}
      </form>
    </Dialog>
  );
}
