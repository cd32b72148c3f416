import { useEffect } from 'react';
import { requestMessages } from '#messages/pages/shell.ts';
import { showToast } from '#web/lib/toast.ts';

/** Stands in the place of a window that could not be loaded: says so, and closes it. */
export function NotLoaded({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    showToast({ title: requestMessages.noAnswer, tone: 'destructive' });
    onClose();
  }, [onClose]);
  return null;
}
