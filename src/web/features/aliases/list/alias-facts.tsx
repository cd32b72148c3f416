import type { Alias, AliasDeliveries } from '#contract/aliases.ts';
import { limits } from '#contract/limits.ts';
import { providerFaults } from '#contract/provider-faults.ts';
import { Chip } from '#web/components/ui/chip.tsx';
import { useDeliveries } from '#web/features/aliases/get-deliveries.ts';

function shownTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
}

function describe({ waiting, failing, nextAttemptAt }: AliasDeliveries): string {
  const what = `${waiting} ${waiting === 1 ? 'message' : 'messages'} ${failing > 0 ? 'not delivered yet' : 'waiting'}`;
  return nextAttemptAt === null ? what : `${what}, next try ${shownTime(nextAttemptAt)}`;
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

/** Why a forwarder elsewhere does not do what an alias says. */
export function ProviderLine({ alias: { providerState } }: { alias: Alias }) {
  if (providerState === 'live' || providerState === 'setting_up') return null;
  return <p className="text-note text-gone">{providerFaults[providerState]}</p>;
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
    <span className="text-soft">No note</span>
  );
}
