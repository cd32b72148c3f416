import type { QueryClient } from '@tanstack/react-query';
import { undoMessages as texts } from '#messages/pages/undo/undo.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { refreshAliases } from '#web/lib/aliases/held-aliases.ts';
import { invalidate } from '#web/lib/aliases/invalidate-aliases.ts';
import { RequestError } from '#web/lib/request.ts';
import { showToast, type ToastText } from '#web/lib/toast.ts';

/** Takes changes back, the last one first, and tells what came of it. */
export async function undoChange(client: QueryClient, ...undos: readonly string[]): Promise<void> {
  const told = new Set<string>();
  let failure: unknown = null;
  for (const undo of undos.toReversed()) {
    try {
      told.add((await requestConfirmed('POST /api/undo', { payload: { undo } })).message);
    } catch (error) {
      failure = error;
      // What was changed again since says nothing of the others.
      if (!(error instanceof RequestError) || error.body.code !== 'undo_overtaken') break;
    }
  }
  if (failure === null) showToast({ title: [...told].join('. ') });
  else reportUnconfirmed(failure, told.size === 0 ? texts.failed : texts.inPart, texts.failure);
  await Promise.all([refreshAliases(client), invalidate(client, ['alias-settings', 'labels'])]);
}

/** The button of a toast that takes back what it tells of; none where nothing can be. */
export function undoAction(client: QueryClient, ...names: readonly (string | null)[]): Pick<ToastText, 'action'> {
  const undos = names.filter((name) => name !== null);
  if (undos.length === 0) return {};
  return { action: { text: texts.undo, elsewhere: texts.elsewhere, run: () => void undoChange(client, ...undos) } };
}
