import type { Alias, AliasDeliveries } from '#contract/aliases.ts';
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
