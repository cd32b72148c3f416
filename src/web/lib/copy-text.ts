import { clipboardMessages } from '#messages/pages/clipboard.ts';
import { showToast } from '#web/lib/toast.ts';

/** Puts text on the clipboard and says whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: clipboardMessages.copied, description: clipboardMessages.copiedDescription });
  } catch {
    showToast({ title: clipboardMessages.failed, description: clipboardMessages.failure, tone: 'destructive' });
  }
}
