import { KeyRound } from 'lucide-react';
import type { Alias } from '#contract/aliases.ts';
import { GuideLink } from '#web/components/guide-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { CredentialDetails } from '#web/features/aliases/smtp/credential-details.tsx';
import { useCreateCredential, useCredentials, reportSmtpFailure } from '#web/features/aliases/smtp/credentials.ts';
import { useShownPassword } from '#web/features/aliases/smtp/use-shown-password.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Sending as an alias: its credentials, or the way to some. */
export function SmtpPanel({ alias }: { alias: Alias }) {
  const { data, isError, refetch } = useCredentials(alias.id);
  const shown = useShownPassword();
  const credential = data?.credentials[0];

  return (
    <section aria-label={`SMTP settings of ${aliasAddress(alias)}`} className="text-small">
      {!data && !isError && <Waiting text="Loading SMTP settings..." />}
      {!data && isError && (
        <div role="alert" className="flex flex-wrap items-center gap-4 text-soft">
          The SMTP settings could not be loaded.
          <Button look="plain" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data && !credential && <NoCredential alias={alias} onPassword={shown.show} />}
      {credential && <CredentialDetails credential={credential} shown={shown} />}
    </section>
  );
}

function NoCredential({ alias, onPassword }: { alias: Alias; onPassword: (password: string) => void }) {
  const { mutateAsync, isPending } = useCreateCredential(alias.id);

  const create = useSingleRun(async () => {
    try {
      const { credential } = await mutateAsync();
      onPassword(credential.password);
      showToast({
        title: 'SMTP Credentials Created',
        description: 'Copy the password now as it will be hidden in 30 seconds.',
      });
    } catch (error) {
      reportSmtpFailure(error, 'Failed to create SMTP credentials');
    }
  });

  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <p className="font-semibold">Send emails directly from this alias</p>
        <p className="mt-1 text-soft">
          Your mail program signs in with a password of this alias alone.{' '}
          <GuideLink guide="sending" text="Setup guide" />
        </p>
      </div>
      <Button look="plain" disabled={isPending} onClick={() => void create()}>
        <KeyRound aria-hidden="true" className="size-4" />
        {isPending ? 'Creating...' : 'Create SMTP'}
      </Button>
    </div>
  );
}
