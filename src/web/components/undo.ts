import type { QueryClient } from '@tanstack/react-query';
import { undoMessages as texts } from '#messages/pages/undo/undo.ts';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { refreshAliases } from '#web/lib/aliases/held-aliases.ts';
import { invalidate } from '#web/lib/aliases/invalidate-aliases.ts';
import { showToast, type ToastText } from '#web/lib/toast.ts';

/** Takes a change back, and tells what came of it. */
export async function undoChange(client: QueryClient, undo: string): Promise<void> {
  try {
    const { message } = await requestConfirmed('POST /api/undo', { payload: { undo } });
    showToast({ title: message });
  } catch (error) {
    reportUnconfirmed(error, texts.failed, texts.failure);
  }
  await Promise.all([refreshAliases(client), invalidate(client, ['alias-settings'])]);
}

/** The button of a toast that takes back what it tells of; none where nothing can be. */
export function undoAction(client: QueryClient, undo: string | null): Pick<ToastText, 'action'> {
  if (undo === null) return {};
  return { action: { text: texts.undo, elsewhere: texts.elsewhere, run: () => void undoChange(client, undo) } };
}
