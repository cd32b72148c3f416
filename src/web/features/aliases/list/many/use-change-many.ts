import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkChange, BulkResponse } from '#contract/aliases/bulk.ts';
import { manyMessages as texts } from '#messages/pages/lives/many.ts';
import { undoAction } from '#web/lib/aliases/undo.ts';
import { changeInPortions, refreshBoth, type ManyOutcome } from '#web/features/aliases/list/many/many-calls.ts';
import { reportUnconfirmed } from '#web/lib/confirm-identity.ts';
import { explain, RequestError } from '#web/lib/request.ts';
import { showToast, type ToastText } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export type Deed = keyof typeof texts.done;

/** What came of a change, in words. */
export function tellOutcome({ changed, skipped, reached, error }: ManyOutcome, deed: Deed, total: number): ToastText {
  const [first] = skipped;
  const done = deed === 'remove' ? texts.deleted(changed) : texts.changed(changed);
  const words = [
    ...(changed > 0 ? [done] : []),
    ...(first === undefined ? [] : [texts.notChanged(skipped.length, first.message)]),
    ...(error === null ? [] : [texts.stopped(reached, total, explain(error, texts.failure))]),
  ];
  if (words.length === 0) return { title: texts.unchanged, description: texts.unchangedDescription };
  const title = error !== null ? texts.inPart : changed > 0 ? texts.done[deed] : texts.unchanged;
  return { title, description: words.join(' '), tone: error === null && changed > 0 ? 'plain' : 'destructive' };
}

/** What the server has against a text that was sent; null: it said nothing of that. */
function findFault(error: unknown): string | null {
  return error instanceof RequestError ? (Object.values(error.fieldErrors ?? {}).flat()[0] ?? null) : null;
}

/** Changes all that are selected, and tells in one toast what came of it, with a way back. */
export function useChangeMany(ids: readonly string[]) {
  const client = useQueryClient();
  /** How many of how many were reached; null: nothing is being changed. */
  const [progress, setProgress] = useState<{ readonly done: number; readonly total: number } | null>(null);
  const [skipped, setSkipped] = useState<BulkResponse['skipped']>([]);

  /** `onDone` gets what is wrong with what was typed, where the server says so; null: it is done. */
  const run = useSingleRun(async (deed: Deed, change: BulkChange, onDone: (fault: string | null) => void) => {
    const total = ids.length;
    setSkipped([]);
    setProgress({ done: 0, total });
    const outcome = await changeInPortions(ids, change, (done) => setProgress({ done, total }));
    setSkipped(outcome.skipped);
    const fault = outcome.reached === 0 ? findFault(outcome.error) : null;
    if (outcome.reached > 0 || outcome.error === null) {
      showToast({ ...tellOutcome(outcome, deed, total), ...undoAction(client, ...outcome.undos) });
    } else if (fault === null) {
      reportUnconfirmed(outcome.error, texts.unchanged, texts.failure);
    }
    void refreshBoth(client);
    setProgress(null);
    if (fault !== null || outcome.error === null || outcome.reached > 0) onDone(fault);
  });
  return { run, progress, skipped, hideSkipped: () => setSkipped([]) };
}
