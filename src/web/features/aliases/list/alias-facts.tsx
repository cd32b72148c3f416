import { Suspense, type ReactNode } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { providerFaults } from '#messages/faults.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { controlMessages } from '#messages/pages/controls.ts';
import { EmailText } from '#web/components/email-text.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { PartNotLoaded } from '#web/components/ui/part-not-loaded.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { aliasAddress, shownNotes } from '#web/features/aliases/alias-state.ts';
import type { AliasPanelName } from '#web/features/aliases/list/open-rows.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

const EditAliasForm = lazyPart(
  async () => (await import('#web/features/aliases/edit-alias-form.tsx')).EditAliasForm,
  PartNotLoaded,
);

const MailPanel = lazyPart(
  async () => (await import('#web/features/aliases/mail/mail-panel.tsx')).MailPanel,
  PartNotLoaded,
);

const SmtpPanel = lazyPart(
  async () => (await import('#web/features/aliases/smtp/smtp-panel.tsx')).SmtpPanel,
  PartNotLoaded,
);

/** Names the alias: below it others may be open. */
function PartTitle({ children }: { children: ReactNode }) {
  return <h3 className="mb-5 text-body font-semibold wrap-anywhere">{children}</h3>;
}

interface PartProps {
  alias: Alias;
  onClose: () => void;
}

/** Stands in the place of an alias while it is changed. */
export function EditPart({ alias, onClose }: PartProps) {
  return (
    <>
      <PartTitle>
        <EmailText address={aliasAddress(alias)} />
      </PartTitle>
      <Suspense fallback={<Waiting text={texts.loading} />}>
        <EditAliasForm alias={alias} onClose={onClose} offersPass />
      </Suspense>
    </>
  );
}

/** What opens beneath an alias. The menu that opened it is out of sight at the end of a long one. */
export function AliasPanel({ alias, name, onClose }: PartProps & { name: AliasPanelName }) {
  const Panel = name === 'smtp' ? SmtpPanel : MailPanel;
  const title = texts[name](aliasAddress(alias));
  return (
    <>
      <PartTitle>{title}</PartTitle>
      <Suspense fallback={<Waiting text={texts.loading} />}>
        <Panel alias={alias} />
        {name === 'mail' && (
          <div className="mt-8 flex justify-end border-t border-line pt-4">
            <Button look="plain" size="small" aria-label={texts.closePart(title)} onClick={onClose}>
              {controlMessages.close}
            </Button>
          </div>
        )}
      </Suspense>
    </>
  );
}

/** Who else writes to an alias, and why a forwarder elsewhere does not do what it says. */
export function ProviderLine({ alias }: { alias: Alias }) {
  const { alsoUsedSince, providerState } = alias;
  return (
    <>
      {alsoUsedSince && (
        <p>
          <Chip tone="waiting">{texts.alsoUsed}</Chip>
        </p>
      )}
      {providerState in providerFaults && (
        <p className="text-note text-gone">{providerFaults[providerState as keyof typeof providerFaults]}</p>
      )}
    </>
  );
}

export function AliasNotes({ notes }: { notes: string | null }) {
  return notes ? (
    <bdi dir="auto" className="wrap-anywhere" title={notes}>
      {shownNotes(notes)}
    </bdi>
  ) : (
    <span className="text-soft">{texts.noNote}</span>
  );
}
