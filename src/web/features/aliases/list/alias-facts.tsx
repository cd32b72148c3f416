import { Suspense } from 'react';
import type { Alias, AliasDeliveries } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';
import { providerFaults } from '#messages/faults.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { Chip } from '#web/components/ui/chip.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useDeliveries } from '#web/features/aliases/alias-calls.ts';
import type { AliasPanelName } from '#web/features/aliases/list/open-rows.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';

/** Instead of a part that could not be loaded. */
export function NotLoaded() {
  return (
    <p role="alert" className="text-small text-soft">
      {texts.partNotLoaded}
    </p>
  );
}

const EditAliasForm = lazyPart(
  async () => (await import('#web/features/aliases/edit-alias-form.tsx')).EditAliasForm,
  NotLoaded,
);

const MailPanel = lazyPart(
  async () => (await import('#web/features/aliases/mail/mail-panel.tsx')).MailPanel,
  NotLoaded,
);

const SmtpPanel = lazyPart(
  async () => (await import('#web/features/aliases/smtp/smtp-panel.tsx')).SmtpPanel,
  NotLoaded,
);

/** Stands in the place of an alias while it is changed. */
export function EditPart(props: { alias: Alias; onClose: () => void }) {
  return (
    <Suspense fallback={<Waiting text={texts.loading} />}>
      <EditAliasForm {...props} />
    </Suspense>
  );
}

/** What opens beneath an alias. */
export function AliasPanel({ alias, name }: { alias: Alias; name: AliasPanelName }) {
  const Panel = name === 'smtp' ? SmtpPanel : MailPanel;
  return (
    <Suspense fallback={<Waiting text={texts.loading} />}>
      <Panel alias={alias} />
    </Suspense>
  );
}

function shownTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

function describe({ waiting, failing, nextAttemptAt }: AliasDeliveries): string {
  const what = texts.deliveries(waiting, failing > 0);
  return nextAttemptAt === null ? what : texts.nextTry(what, shownTime(nextAttemptAt));
}

/** Mail of an alias that an inbox would not take yet. */
export function DeliveriesLine({ alias }: { alias: Alias }) {
  const deliveries = useDeliveries(alias.id);
  if (!deliveries) return null;
  return (
    <p>
      <Chip tone="waiting">{describe(deliveries)}</Chip>
    </p>
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
      {providerState !== 'live' && providerState !== 'setting_up' && (
        <p className="text-note text-gone">{providerFaults[providerState]}</p>
      )}
    </>
  );
}

/** Cut between characters: half an emoji is none. */
function shorten(notes: string): string {
  const characters = [...notes];
  return characters.length > limits.notesShown ? `${characters.slice(0, limits.notesShown).join('')}...` : notes;
}

export function AliasNotes({ notes }: { notes: string | null }) {
  return notes ? (
    <bdi className="wrap-anywhere" title={notes}>
      {shorten(notes)}
    </bdi>
  ) : (
    <span className="text-soft">{texts.noNote}</span>
  );
}
