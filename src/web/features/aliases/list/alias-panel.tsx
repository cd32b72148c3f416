import { lazy, Suspense } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { Waiting } from '#web/components/ui/spinner.tsx';
import type { AliasPanelName } from '#web/features/aliases/list/use-open-rows.ts';
import { SmtpPanel } from '#web/features/aliases/smtp/smtp-panel.tsx';

const NotLoaded = () => (
  <p role="alert" className="text-small text-soft">
    This part could not be loaded. Check your connection, then load the page again.
  </p>
);

/** Loaded when it is first opened. Without a network the rest of the page must stay. */
const MailPanel = lazy(async () => {
  try {
    return { default: (await import('#web/features/aliases/mail/mail-panel.tsx')).MailPanel };
  } catch {
    return { default: NotLoaded };
  }
});

/** What opens beneath an alias. */
export const AliasPanel = ({ alias, name }: { alias: Alias; name: AliasPanelName }) => {
  if (name === 'smtp') return <SmtpPanel alias={alias} />;
  return (
    <Suspense fallback={<Waiting text="Loading..." />}>
      <MailPanel alias={alias} />
    </Suspense>
  );
};
