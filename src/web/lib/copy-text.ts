import { clipboardMessages } from '#messages/pages/clipboard.ts';
import { showToast } from '#web/lib/toast.ts';

/** Puts text on the clipboard; false where the browser refuses that. */
export async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Puts text on the clipboard and says whether that worked. */
export async function copyText(text: string): Promise<void> {
  if (await putOnClipboard(text)) {
    showToast({ title: clipboardMessages.copied, description: clipboardMessages.copiedDescription });
  } else {
    showToast({ title: clipboardMessages.failed, description: clipboardMessages.failure, tone: 'destructive' });
  }
}
