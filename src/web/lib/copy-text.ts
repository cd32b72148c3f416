import { showToast } from '#web/lib/toast.ts';

/** Puts text on the clipboard and says whether that worked. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ title: 'Copied!', description: 'Copied to clipboard' });
  } catch {
    showToast({ title: 'Copy failed', description: 'Unable to copy to clipboard', tone: 'destructive' });
  }
}
