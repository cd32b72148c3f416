import { Suspense } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/aliases.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import type { AliasPanelName } from '#web/features/aliases/list/open-rows.ts';
import { SmtpPanel } from '#web/features/aliases/smtp/smtp-panel.tsx';
import { lazyPart } from '#web/lib/lazy-part.ts';

function NotLoaded() {
  return (
    <p role="alert" className="text-small text-soft">
      {texts.partNotLoaded}
    </p>
  );
}

const MailPanel = lazyPart(
  async () => (await import('#web/features/aliases/mail/mail-panel.tsx')).MailPanel,
  NotLoaded,
);

/** What opens beneath an alias. */
export function AliasPanel({ alias, name }: { alias: Alias; name: AliasPanelName }) {
  if (name === 'smtp') return <SmtpPanel alias={alias} />;
  return (
    <Suspense fallback={<Waiting text={texts.loading} />}>
      <MailPanel alias={alias} />
    </Suspense>
  );
}
