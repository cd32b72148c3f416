import { useState } from 'react';
import type { QueueAct, QueueDestination } from '#contract/operator.ts';
import { operatorQueueMessages as texts } from '#messages/pages/operator/operator.ts';
import { Section, SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { queueQuery, useOperatorAct } from '#web/features/operator/operator-calls.ts';
import { requestConfirmed } from '#web/lib/confirm-identity.ts';
import { showToast } from '#web/lib/toast.ts';
import { formatTime } from '#web/lib/format-time.ts';

interface Order {
  readonly destination: string;
  readonly act: QueueAct;
}

/** What waits, by destination, with what can be done about it. */
export function QueueSection({ destinations }: { destinations: readonly QueueDestination[] }) {
  const [dropping, setDropping] = useState<QueueDestination | null>(null);
  const { act, isPending } = useOperatorAct(
    (order: Order) => requestConfirmed('POST /api/operator/queue', { payload: order }),
    (answer, client, order) => {
      client.setQueryData(queueQuery.queryKey, answer);
      setDropping(null);
      showToast({ title: texts.done[order.act] });
    },
  );
  return (
    <Section title={texts.title} description={texts.description}>
      {destinations.length === 0 && <p className="text-soft">{texts.empty}</p>}
      {destinations.length > 0 && (
        <SectionList>
          {destinations.map((destination) => (
            <Destination
              key={destination.id}
              destination={destination}
              busy={isPending}
              onAct={(name) =>
                name === 'drop' ? setDropping(destination) : void act({ destination: destination.id, act: name })
              }
            />
          ))}
        </SectionList>
      )}
      {dropping !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && !isPending && setDropping(null)}
          title={texts.dropTitle(dropping.name)}
          description={texts.dropDescription}
          cancelText={texts.cancel}
          confirmText={texts.dropNow}
          busyText={texts.dropping}
          busy={isPending}
          onConfirm={() => void act({ destination: dropping.id, act: 'drop' })}
        />
      )}
    </Section>
  );
}

interface DestinationProps {
  destination: QueueDestination;
  busy: boolean;
  onAct: (act: QueueAct) => void;
}

function Destination({ destination, busy, onAct }: DestinationProps) {
  const { name, waiting, held, oldestAt, nextAt, onHold } = destination;
  const facts = [
    texts.waiting(waiting, held),
    ...(oldestAt === null ? [] : [texts.oldest(formatTime(oldestAt))]),
    ...(nextAt === null ? [] : [texts.next(formatTime(nextAt))]),
  ];
  const acts: readonly QueueAct[] = [
    onHold ? 'release' : 'hold',
    ...(waiting > held ? (['try-now'] as const) : []),
    ...(waiting > 0 ? (['drop'] as const) : []),
  ];
  const title = (
    <>
      {name}
      {onHold && <span className="ml-2 text-small font-semibold text-amber-deep">{texts.onHold}</span>}
    </>
  );
  return (
    <SectionRow title={title} note={<span className="tabular-nums">{facts.join(', ')}</span>}>
      {acts.map((act) => (
        <Button
          key={act}
          look={act === 'drop' ? 'removing' : 'plain'}
          size="small"
          disabled={busy}
          aria-label={texts.of(texts.acts[act], name)}
          onClick={() => onAct(act)}
        >
          {texts.acts[act]}
        </Button>
      ))}
    </SectionRow>
  );
}
