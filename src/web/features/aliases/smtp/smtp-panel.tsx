import { KeyRound } from 'lucide-react';
import type { Alias } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';
import { aliasMessages, smtpMessages as texts } from '#messages/pages/aliases.tsx';
import { GuideLink } from '#web/components/guide-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { CredentialDetails } from '#web/features/aliases/smtp/credential-details.tsx';
import { useCreateCredential, useCredentials, useShownPassword } from '#web/features/aliases/smtp/credentials.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** Sending as an alias: its credentials, or the way to some. */
export function SmtpPanel({ alias }: { alias: Alias }) {
  const { data, isError, refetch } = useCredentials(alias.id);
  const shown = useShownPassword();
  const credential = data?.credentials[0];

  return (
    <section aria-label={aliasMessages.smtp(aliasAddress(alias))} className="text-small">
      {!data && !isError && <Waiting text={texts.loading} />}
      {!data && isError && (
        <div role="alert" className="flex flex-wrap items-center gap-4 text-soft">
          {texts.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {texts.tryAgain}
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
        title: texts.created,
        description: texts.createdDescription(limits.smtpPasswordShownMs / 1000),
      });
    } catch (error) {
      reportFailure(error, texts.failed, texts.createFailure);
    }
  });

  return (
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <p className="font-semibold">{texts.intro}</p>
        <p className="mt-1 text-soft">
          {texts.description} <GuideLink guide="sending" text={texts.guide} />
        </p>
      </div>
      <Button look="plain" disabled={isPending} onClick={() => void create()}>
        <KeyRound aria-hidden="true" className="size-4" />
        {isPending ? texts.creating : texts.create}
      </Button>
    </div>
  );
}
