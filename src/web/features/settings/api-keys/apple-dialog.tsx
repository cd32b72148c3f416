import { useForm } from 'react-hook-form';
import type { AccountCredential } from '#contract/account/smtp-credentials.ts';
import { findKnownEmailFault, readTypedAddress, readTypedHost } from '#contract/account/typed-address.ts';
import { parseEmailAddress } from '#contract/email-address.ts';
import { appleMessages as texts } from '#messages/pages/account/mail-programs.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog } from '#web/components/ui/dialog.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { writeAppleProfile } from '#web/features/settings/api-keys/apple-profile.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { useSession } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';

const profileType = 'application/x-apple-aspen-config';
const addressMax = 254;

interface Answers {
  readonly sender: string;
  readonly host: string;
  readonly username: string;
}

interface Reach {
  /** Whose aliases the password sends as; null: no domain narrows it. */
  readonly domain: string | null;
  /** The owner's own address, which is to stay unknown. */
  readonly own: string | null;
}

function findSenderFault(text: string, { domain, own }: Reach): string | null {
  const fault = findKnownEmailFault(text);
  if (fault !== null) return fault;
  const sender = parseEmailAddress(readTypedAddress(text));
  if (own !== null && sender?.normalised === parseEmailAddress(own)?.normalised) return texts.ownAddress;
  return domain === null || sender?.domain === domain ? null : texts.otherDomain(domain);
}

interface AppleDialogProps {
  credential: AccountCredential;
  onClose: () => void;
}

/** Asks where the owner's inbox is read, which stays in this page, and saves a profile for an iPhone, iPad or Mac. */
export function AppleDialog({ credential: { username, domain }, onClose }: AppleDialogProps) {
  const smtp = useConfig()?.smtp;
  const { user } = useSession();
  const form = useForm<Answers>({ defaultValues: { sender: '', host: '', username: user?.email ?? '' } });
  const { errors } = form.formState;
  const save = ({ sender, host, username: atInbox }: Answers): void => {
    if (smtp === undefined) return;
    const incoming = { host: readTypedHost(host) ?? '', username: atInbox.trim() };
    const outgoing = { host: smtp.host, port: smtp.sslPort, username };
    const profile = writeAppleProfile({ sender: readTypedAddress(sender), incoming, outgoing });
    saveFile(texts.file, profileType, profile);
    showToast({ title: texts.saved });
    onClose();
  };
  return (
    <Dialog title={texts.title} description={texts.description} onClose={onClose}>
      <form noValidate onSubmit={(event) => void form.handleSubmit(save)(event)} className="mt-5 flex flex-col gap-4">
        <AddressField
          label={texts.sender}
          error={errors.sender?.message}
          autoComplete="off"
          {...form.register('sender', {
            validate: (text) => findSenderFault(text, { domain, own: user?.email ?? null }) ?? true,
          })}
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
        <Button type="submit" disabled={smtp === undefined}>
          {texts.save}
        </Button>
      </form>
    </Dialog>
  );
}
