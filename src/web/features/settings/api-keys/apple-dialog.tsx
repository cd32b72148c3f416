import { useForm } from 'react-hook-form';
import type { AccountCredential } from '#contract/account/smtp-credentials.ts';
import { findKnownEmailFault, readTypedAddress, readTypedHost } from '#contract/account/typed-address.ts';
import { appleMessages as texts } from '#messages/pages/account/mail-programs.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { writeAppleProfile, type AppleAccount } from '#web/features/settings/api-keys/apple-profile.ts';
import { checkSender } from '#web/features/settings/api-keys/mail-programs.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useSession } from '#web/lib/session.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { showToast } from '#web/lib/toast.ts';

const profileType = 'application/x-apple-aspen-config';
const addressMax = 254;

interface Answers {
  readonly sender: string;
  readonly host: string;
  readonly username: string;
}

function saveProfile({ sender, host, username }: Answers, outgoing: AppleAccount['outgoing']): void {
  const incoming = { host: readTypedHost(host) ?? '', username: username.trim() };
  saveFile(texts.file, profileType, writeAppleProfile({ sender, incoming, outgoing }));
  showToast({ title: texts.saved });
}

interface AppleDialogProps {
  credential: AccountCredential;
  onClose: () => void;
}

/** Asks where the owner's inbox is read, which stays in this page, and saves a profile for an iPhone, iPad or Mac. */
export function AppleDialog({ credential: { id, username }, onClose }: AppleDialogProps) {
  const smtp = useConfig()?.smtp;
  const { user } = useSession();
  const form = useForm<Answers>({ defaultValues: { sender: '', host: '', username: user?.email ?? '' } });
  const { errors } = form.formState;
  const { change, isPending } = useAccountChange({
    // Only the server knows which aliases there are, and the file would name whatever it is given.
    send: async (answers: Answers) => ({
      ...answers,
      ...(await checkSender(id, readTypedAddress(answers.sender))),
    }),
    onDone: (answers) => {
      if (smtp === undefined) return;
      saveProfile(answers, { host: smtp.host, port: smtp.sslPort, username });
      onClose();
    },
    failure: texts.failure,
    // Nothing of the account is another.
    show: () => {},
    showFaults: (error) => showFieldErrors(error, form),
  });
  return (
    <Dialog title={texts.title} description={texts.description} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(change)(event)} className="mt-5 flex flex-col gap-4">
        <AddressField
          label={texts.sender}
          error={errors.sender?.message}
          autoComplete="off"
          {...form.register('sender', { validate: (text) => findKnownEmailFault(text) ?? true })}
        />
        <Field label={texts.host} hint={texts.hostHint} error={errors.host?.message}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              {...form.register('host', { validate: (text) => readTypedHost(text) !== null || texts.noHost })}
            />
          )}
        </Field>
        <Field label={texts.username} hint={texts.usernameHint} error={errors.username?.message}>
          {(control) => (
            <Input
              {...control}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={addressMax}
              {...form.register('username', { validate: (text) => text.trim() !== '' || texts.noUsername })}
            />
          )}
        </Field>
        <Button type="submit" disabled={smtp === undefined || isPending}>
          {isPending ? texts.saving : texts.save}
        </Button>
      </form>
    </Dialog>
  );
}
