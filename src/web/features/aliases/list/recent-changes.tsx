import { useMutation } from '@tanstack/react-query';
import type { Change } from '#contract/aliases.ts';
import { binMessages as texts } from '#messages/pages/undo/bin.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { undoMessages } from '#messages/pages/undo/undo.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useChanges } from '#web/features/aliases/list/bin-calls.ts';
import { ListNotLoaded } from '#web/features/aliases/list/view-frame.tsx';
import { undoChange } from '#web/lib/aliases/undo.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatTime } from '#web/lib/format-time.ts';

interface RecentChangesProps {
  /** What has the focus once the row that was undone is gone. */
  focusAfter: () => HTMLElement | null;
}

/** What was done to aliases lately and can be undone, beside deletions, which the bin shows. */
export function RecentChanges({ focusAfter }: RecentChangesProps) {
  const { data, isError, refetch } = useChanges();
  const changes = data?.changes.filter(({ kind }) => kind !== 'deleted');
  return (
    <Card aria-labelledby="recent-changes">
      <div className="border-b border-line p-5 sm:px-6">
        <h2 id="recent-changes" className="text-lead font-semibold">
          {texts.changes}
        </h2>
        <p className="mt-1 text-small text-soft">{texts.changesDescription}</p>
      </div>
      {!changes && !isError && <Waiting text={controlMessages.loading} />}
      {!changes && isError && <ListNotLoaded text={texts.notLoaded} onRetry={() => void refetch()} />}
      {changes?.length === 0 && <p className="px-5 py-12 text-center text-soft">{texts.noChanges}</p>}
      {changes && changes.length > 0 && (
        <ul className="divide-y divide-line">
          {changes.map((change) => (
            <ChangeRow key={change.undo} change={change} focusAfter={focusAfter} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ChangeRow({ change, focusAfter }: RecentChangesProps & { change: Change }) {
  const { kind, of, changedAt, undo } = change;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (_nothing: undefined, { client }) => undoChange(client, undo),
  });
  const run = useSingleRun(async () => {
    await mutateAsync(undefined);
    focusAfter()?.focus();
  });
  return (
    <li className="flex items-center justify-between gap-4 p-5 sm:px-6">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{of}</p>
        <p className="mt-1 text-small text-soft">
          <time dateTime={changedAt}>{texts.changedAt(texts.kinds[kind], formatTime(changedAt))}</time>
        </p>
      </div>
      <Button
        look="plain"
        size="small"
        aria-label={texts.undoOne(texts.kinds[kind], of)}
        disabled={isPending}
        onClick={() => void run()}
      >
        {undoMessages.undo}
      </Button>
    </li>
  );
}
