import type { AliasDeliveries } from '#contract/aliases.ts';
import { aliasMessages as texts } from '#messages/pages/aliases.tsx';
import { Chip } from '#web/components/ui/chip.tsx';

function shownTime(iso: string): string {
  return new Date(iso).toLocaleTimeString(__LOCALE__, { hour: '2-digit', minute: '2-digit' });
}

function describe({ waiting, failing, nextAttemptAt }: AliasDeliveries): string {
  const what = texts.deliveries(waiting, failing > 0);
  return nextAttemptAt === null ? what : texts.nextTry(what, shownTime(nextAttemptAt));
}

/** Mail of an alias that an inbox would not take yet. */
export function DeliveriesLine({ deliveries }: { deliveries: AliasDeliveries | undefined }) {
  return (
    deliveries && (
      <p>
        <Chip tone="waiting">{describe(deliveries)}</Chip>
      </p>
    )
  );
}
