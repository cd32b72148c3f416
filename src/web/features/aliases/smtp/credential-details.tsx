import { Copy, RefreshCw, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Credential } from '#contract/aliases.ts';
import { providerFaults } from '#messages/faults.ts';
import { smtpMessages as texts } from '#messages/pages/aliases.tsx';
import { EmailText } from '#web/components/email-text.tsx';
import { GuideLink } from '#web/components/guide-link.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { TextButton } from '#web/components/ui/link-button.tsx';
import { DeleteCredentialDialog, RegenerateDialog } from '#web/features/aliases/smtp/credential-dialogs.tsx';
import type { useShownPassword } from '#web/features/aliases/smtp/credentials.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { recordEvent } from '#web/lib/record-event.ts';

interface CredentialDetailsProps {
  credential: Credential;
  shown: ReturnType<typeof useShownPassword>;
}

function copyCredential(label: 'username' | 'password', text: string): void {
  void copyText(text);
  recordEvent({ name: 'smtp_copied', category: 'smtp', label });
}

export function CredentialDetails({ credential, shown }: CredentialDetailsProps) {
  const [asking, setAsking] = useState<'regenerate' | 'delete' | null>(null);
  const close = (): void => setAsking(null);
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 lg:grid-cols-3">
        <Line name={texts.email}>
          <EmailText address={credential.username} />
          <IconButton
            label={texts.copyEmail}
            className="-my-2"
            onClick={() => copyCredential('username', credential.username)}
          >
            <Copy aria-hidden="true" />
          </IconButton>
        </Line>
        <Line name={texts.password}>
          <Password shown={shown} />
          <TextButton className="inline-flex items-center gap-2" onClick={() => setAsking('regenerate')}>
            <RefreshCw aria-hidden="true" className="size-4" />
            {texts.regenerate}
          </TextButton>
        </Line>
        <Line name={texts.server}>
          <Server />
        </Line>
      </dl>
      <ProviderNote state={credential.providerState} />
      <div className="mt-4 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-4">
        <GuideLink guide="sending" text={texts.guide} />
        <Button look="removing" size="small" onClick={() => setAsking('delete')}>
          <Trash2 aria-hidden="true" className="size-4" />
          {texts.removeThem}
        </Button>
      </div>
      {asking === 'regenerate' && <RegenerateDialog credential={credential} onClose={close} onPassword={shown.show} />}
      {asking === 'delete' && <DeleteCredentialDialog credential={credential} onClose={close} onDeleted={shown.hide} />}
    </>
  );
}

/** What a forwarder elsewhere has to do with it before it signs in. */
function ProviderNote({ state }: { state: Credential['providerState'] }) {
  if (state === 'live' || state === 'absent') return null;
  const text = state === 'setting_up' ? texts.settingUp : providerFaults[state];
  return <p className="mt-4 text-note text-soft">{text}</p>;
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-note text-soft">{name}</dt>
      <dd className="mt-1 flex min-h-6 flex-wrap items-center gap-x-2 font-medium">{children}</dd>
    </div>
  );
}

function Password({ shown: { password, leftSeconds } }: { shown: CredentialDetailsProps['shown'] }) {
  if (password === null) return <span className="text-soft">{texts.noPassword}</span>;
  return (
    <>
      <code className="font-mono wrap-anywhere">{password}</code>
      <IconButton label={texts.copyPassword} className="-my-2" onClick={() => copyCredential('password', password)}>
        <Copy aria-hidden="true" />
      </IconButton>
      <span role="timer" className="text-note font-normal text-soft tabular-nums">
        {texts.hiddenIn(leftSeconds)}
      </span>
    </>
  );
}

function Server() {
  const smtp = useConfig()?.smtp;
  if (!smtp) return null;
  return (
    <span className="wrap-anywhere">
      {smtp.host} <span className="font-normal">{texts.ports(smtp.port, smtp.sslPort)}</span>
    </span>
  );
}
